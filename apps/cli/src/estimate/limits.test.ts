import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

/** A run on two hundred pairs with ten labels, and the path of its page. */
async function estimated(...args: readonly string[]) {
  const folder = newFolder();
  const [file, page] = [join(folder, "rows.csv"), join(folder, "page.html")];
  const rows = Array.from({ length: 200 }, (_, i) => `cue ${i},label ${i % 10}`);
  writeFileSync(file, ["cue,response", ...rows].join("\n"));
  const line = [
    "estimate",
    file,
    "--task",
    "words",
    "--y",
    "response",
    "--out",
    join(folder, "o.csv"),
  ];
  return { ...(await promptnce([...line, "--report", page, ...args])), page };
}

it("an estimate names its limits at its end, on the terminal and on the first screen of the page", async () => {
  const { stderr, page } = await estimated(
    "--methods",
    "promptnce,infonce",
    "--k",
    "4",
    "--profile",
    "truthful",
  );
  const [, said = ""] =
    /What limits this result\n((?: {2}- .*\n)+)\nWhat to try next/.exec(stderr) ?? [];
  expect(said).toMatch(
    /^ {2}- PromptNCE: K\/L = 4\/10 = 0\.40 \(from 0\.36 on, .*\); most labels fit into one prompt/m,
  );
  expect(readFileSync(page, "utf8")).toContain("Limit: PromptNCE: K/L = 4/10");
  // A truthful respondent answers the same for a pair in both sets, and for a label in both terms.
  expect(said).not.toMatch(/agree with|contradict/);
});

it("says of a respondent without a distribution that its sums are not one", async () => {
  const { stderr } = await estimated("--methods", "promptnce", "--profile", "clueless");
  expect(stderr).toMatch(
    /What limits this result\n.*% of estimates rest on masses that sum far from one; the middle half of all sums/s,
  );
});

it("a dry run names the limits that are known before any payment", async () => {
  const asked = [
    "--provider",
    "openai",
    "--model",
    "m",
    "--base-url",
    "http://127.0.0.1:9/v1",
    "--dry-run",
  ];
  expect((await estimated("--k", "4", ...asked)).stdout).toContain("\nLimit: K/L = 4/10 = 0.40");
  expect((await estimated("--k", "3", ...asked)).stdout).not.toContain("Limit");
  expect((await estimated("--k", "4", "--methods", "infonce", ...asked)).stdout).not.toContain(
    "Limit",
  );
});
