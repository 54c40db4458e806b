import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

it("estimate asks with the wordings of a folder and records their hashes", async () => {
  const cwd = newFolder();
  mkdirSync(join(cwd, "texts/words"), { recursive: true });
  writeFileSync(
    join(cwd, "texts/words/conditional.txt"),
    "Cue: {cue_word}. Answer: {target}. How often?",
  );
  writeFileSync(
    join(cwd, "rows.csv"),
    "cue,response\nSEA,WATER\nCAT,DOG\nSUN,HOT\nICE,COLD\nSKY,BLUE\n",
  );
  const args = [
    "estimate",
    "rows.csv",
    "--task",
    "words",
    "--y",
    "response",
    "--out",
    "o.csv",
    "--pack",
    "./texts",
  ];
  const { status, stderr } = await promptnce([...args, "--methods", "direct-split:ungrounded"], {
    cwd,
  });
  expect({ status, stderr: stderr.includes("unreadable    0 of 5") }).toEqual({
    status: 0,
    stderr: true,
  });
  const journal = readFileSync(join(cwd, "o.csv.replies.jsonl"), "utf8");
  expect(journal).toContain('"Cue: SEA. Answer: WATER. How often?"');
  expect(journal).not.toContain("Estimate p_apply");
});

it("a missing pack ends with 2 and one sentence before anything is asked", async () => {
  const cwd = newFolder();
  writeFileSync(join(cwd, "rows.csv"), "cue,response\nSEA,WATER\n");
  const args = [
    "estimate",
    "rows.csv",
    "--task",
    "words",
    "--y",
    "response",
    "--pack",
    "@team/none",
  ];
  expect(await promptnce(args, { cwd })).toEqual({
    status: 2,
    stdout: "",
    stderr:
      "error: --pack: @team/none is not installed in this folder or one above it: install it with npm\n",
  });
});

it("warns once of a pack that runs code, also in a dry run, and never of a folder of texts", async () => {
  const cwd = newFolder();
  mkdirSync(join(cwd, "texts/words"), { recursive: true });
  mkdirSync(join(cwd, "team"));
  writeFileSync(join(cwd, "texts/words/conditional.txt"), "{cue_word}: {target}?");
  const about = { name: "@team/prompts", type: "module", exports: "./main.js" };
  writeFileSync(join(cwd, "team/package.json"), JSON.stringify(about));
  writeFileSync(
    join(cwd, "team/main.js"),
    'export default { name: "@team/prompts", version: "1" };',
  );
  writeFileSync(
    join(cwd, "rows.csv"),
    "cue,response\nSEA,WATER\nCAT,DOG\nSUN,HOT\nICE,COLD\nA,B\n",
  );
  const args = [
    "estimate",
    "rows.csv",
    "--task",
    "words",
    "--y",
    "response",
    "--dry-run",
    "--pack",
  ];
  const team = await promptnce([...args, "./team"], { cwd });
  expect([team.status, team.stderr.split("./team is a package, so its code runs")]).toEqual([
    0,
    [expect.anything(), expect.stringContaining("keys in the environment too")],
  ]);
  const texts = await promptnce([...args, "./texts"], { cwd });
  expect([texts.status, texts.stderr]).toEqual([0, expect.not.stringContaining("code")]);
  const help = await promptnce(["estimate", "--help-all"]);
  expect(help.stdout.replaceAll(/\s+/g, " ")).toContain("whose code runs even with --dry-run");
});
