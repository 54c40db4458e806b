import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { describe, expect, it } from "vitest";
import { runMain } from "../testing/run-main.test.support.ts";
import { parseConfig } from "./config.ts";
import { packsOf } from "./own-data.ts";
import { prepareStudies } from "./study.ts";

const TASK =
  "name: moods\nperson: a rater\nsees: ONE comment\nevent: names the mood\nlabel: mood\nfields: [comment]\n";
const labels = ["joy", "fear", "anger", "calm", "shame", "pride"];

/** Sixty comments, each with three moods that people named. */
function folder(): string {
  const at = newFolder();
  const rows = Array.from({ length: 180 }, (_, i) => {
    const [comment, place] = [Math.floor(i / 3), i % 3];
    return `comment ${comment},${labels[(comment + 2 * place) % 6]},${1 + ((comment * 7 + place * 5) % 9)}\n`;
  });
  writeFileSync(join(at, "counts.csv"), `comment,mood,n\n${rows.join("")}`);
  writeFileSync(join(at, "moods.yaml"), TASK);
  return at;
}

const own = (at: string) => ({
  dataFile: join(at, "counts.csv"),
  task: join(at, "moods.yaml"),
  y: "mood",
  count: "n",
});

describe("a file of counts with its task", () => {
  it("is a dataset named after the file, with the file among its sources and the task's own prompts", async () => {
    const config = parseConfig({ ...own(folder()), pairs: 100, dev: 20 });
    const [pack] = await packsOf(config);
    expect(pack!.tasks.map(({ name }) => name)).toEqual(["moods"]);
    const [study, ...more] = await prepareStudies(config, [pack!]);
    expect(more).toEqual([]);
    expect(study!.dataset).toMatchObject({ name: "counts", task: "moods", simulated: false });
    expect(study!.dataset.labels.toSorted()).toEqual(labels.toSorted());
    expect(study!.dataset.observations).toHaveLength(180);
    expect(study!.dataset.sources).toEqual([
      {
        file: "counts.csv",
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        bytes: expect.any(Number),
      },
    ]);
  });

  it("is refused with file and line if a row is unusable", async () => {
    const at = folder();
    writeFileSync(join(at, "counts.csv"), "comment,mood,n\nYes!,joy,two\n");
    await expect(packsOf(parseConfig(own(at)))).rejects.toThrow(
      /counts\.csv, line 2: n is "two", not a number of 0 or more/,
    );
  });

  it(
    "passes through the whole benchmark, and can be reported again if both files are named",
    { tags: "full" },
    async () => {
      const cwd = folder();
      const named = ["--data-file", "counts.csv", "--task", "moods.yaml"];
      const small = ["--y", "mood", "--count", "n", "--pairs", "140", "--dev", "20", "--tables"];
      const run = await runMain([...named, ...small, "--out", "o"], cwd);
      expect(run).toMatchObject({ code: 0 });
      expect(run.stdout).toMatch(/\| counts +\| whole dataset \| 180 \| +6 \|/);
      // Comments have several labels, so whole comments are resampled, and the parts of x and y
      // alone are taken out.
      expect(run.stdout).toMatch(/ρ with PMI +\| ± by x \| Beyond x and y alone/);
      expect(run.stdout).toContain("“± by x” resamples whole x");
      expect(run.stdout).toContain(
        "after the means of each x, and of each label of x with equally many labels, are subtracted",
      );
      expect(run.stdout).toContain("ρ blind to y");
      // The paper has no values for these data.
      expect(run.stdout).not.toContain("Paper's dataset");
      const again = await runMain(["report", "o", ...named, "--tables"], cwd);
      expect(again).toMatchObject({ code: 0, stdout: run.stdout });
      const lost = await runMain(["report", "o"], cwd);
      expect(lost).toMatchObject({ code: 2 });
      expect(lost.stderr).toContain(
        "the run in o is about counts: name its --pack, or its --data-file and --task",
      );
    },
  );
});

describe("a pack", () => {
  const about = { name: "@team/prompts", type: "module", exports: "./main.js" };
  const code = (
    version: string,
    body: string,
  ): string => `import { definePack } from ${JSON.stringify(import.meta.resolve("@promptnce/prompts/packs"))};
import { defineTemplate, input, target } from ${JSON.stringify(import.meta.resolve("@promptnce/prompts/writing"))};
const slots = { cue: input("cue"), target };
const template = defineTemplate({ task: "words", kind: "conditional", version: ${version}, slots, body: ${JSON.stringify(body)} });
export default definePack({ name: "@team/prompts", version: "${version}.0.0", templates: [template] });`;

  it("is recorded; the next version of its prompt refuses the old run, which the old version can still report", async () => {
    const cwd = newFolder();
    mkdirSync(join(cwd, "team"));
    const write = (version: string, body: string): void => {
      writeFileSync(
        join(cwd, "team", "package.json"),
        JSON.stringify({ ...about, version: `${version}.0.0` }),
      );
      writeFileSync(join(cwd, "team", "main.js"), code(version, body));
    };
    write("2", "How often does {{cue}} bring {{target}} to mind?");
    const small = [
      "--dataset",
      "synthetic-words",
      "--experiment",
      "pmi",
      "--methods",
      "direct-split",
    ];
    const run = await runMain(
      ["--pack", "./team", ...small, "--pairs", "30", "--dev", "8", "--out", "o", "--tables"],
      cwd,
    );
    expect(run).toMatchObject({ code: 0 });
    const again = await runMain(["report", "o", "--pack", "./team", "--tables"], cwd);
    expect(again).toMatchObject({ code: 0, stdout: run.stdout });
    // A module is loaded once per process, so the next version is in another folder.
    mkdirSync(join(cwd, "next"));
    writeFileSync(join(cwd, "next", "package.json"), JSON.stringify(about));
    writeFileSync(join(cwd, "next", "main.js"), code("3", "{{cue}} … {{target}}: how often?"));
    const refused = await runMain(["report", "o", "--pack", "./next"], cwd);
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain(
      "was asked in the wording words/conditional@2, which this program or its packs words otherwise",
    );
    expect(refused.stderr).toContain("with @team/prompts 2.0.0 makes the report again");
  });
});
