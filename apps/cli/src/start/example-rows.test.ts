import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { shellCommands } from "../documents/shell-commands.test.support.ts";
import { newFolder, promptnce } from "../promptnce.test.support.ts";
import { EXAMPLE_NAMES } from "./start-options.ts";

const folderOf = (cwd: string) => (name: string) => readFileSync(join(cwd, name), "utf8");

describe("start --example", () => {
  it.each(EXAMPLE_NAMES)(
    "%s writes rows, says that they are invented, and estimates ten pairs of them",
    async (name) => {
      const cwd = newFolder();
      const { status, stderr } = await promptnce(["start", "--example", name], { cwd });
      expect(status, stderr).toBe(0);
      expect(stderr).toContain(`Wrote ${name}.csv: `);
      expect(stderr).toContain("All of it is invented.");
      const read = folderOf(cwd);
      const [, ...rows] = read(`${name}.pmi.csv`).trim().split("\n");
      expect(new Set(rows).size).toBe(rows.length);
      expect(rows.length).toBeGreaterThanOrEqual(10);
      expect(rows.filter((row) => !/,ok,/.test(row))).toEqual([]);

      // The command that it names makes the same study of the same rows.
      const study = read(`${name}.study.yaml`);
      const [[, ...command] = []] = shellCommands(stderr).filter(([word]) => word === "promptnce");
      expect((await promptnce([...command, "--force"], { cwd })).status).toBe(0);
      expect(read(`${name}.study.yaml`)).toBe(study);
    },
  );

  it("a survey is read with its counts, its weights and the questions as contexts", async () => {
    const cwd = newFolder();
    const { stderr } = await promptnce(["start", "--example", "survey"], { cwd });
    expect(stderr).toContain(
      "x is persona, y is answer, n counts people, a row counts as n × weight people, the context is question.",
    );
  });

  it("writes to the file that is named, and leaves another file as it is", async () => {
    const cwd = newFolder();
    const read = folderOf(cwd);
    const played = await promptnce(["start", "play.csv", "--example", "class"], { cwd });
    expect(played.status, played.stderr).toBe(0);
    expect(existsSync(join(cwd, "class.csv"))).toBe(false);

    writeFileSync(join(cwd, "survey.csv"), "mine");
    const refused = await promptnce(["start", "--example", "survey", "--force"], { cwd });
    expect([refused.status, refused.stderr]).toEqual([
      2,
      "error: --example: survey.csv already exists, with other rows; name another, as in promptnce start example-survey.csv --example survey does\n",
    ]);
    expect(read("survey.csv")).toBe("mine");
  });

  it("is named where no file is, and refuses a name that is none", async () => {
    const nothing = await promptnce(["start"]);
    expect([nothing.status, nothing.stderr]).toEqual([
      2,
      "error: start: name a file of rows, or an example to play with: --example survey, messages or class\n",
    ]);
    const wrong = await promptnce(["start", "--example", "poll"]);
    expect([wrong.status, wrong.stderr]).toEqual([
      2,
      "error: --example: name one of survey, messages, class\n",
    ]);
  });
});
