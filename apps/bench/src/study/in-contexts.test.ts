import { mkdirSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { inContext } from "@promptnce/core";
import { datasetOfCounts } from "@promptnce/datasets";
import { newFolder } from "@promptnce/testing/new-folder";
import { describe, expect, it } from "vitest";
import { readCsv } from "../testing/read-csv.test.support.ts";
import { runMain } from "../testing/run-main.test.support.ts";
import { parseConfig } from "./config.ts";
import { coverage, labelCount, labelKey } from "./in-contexts.ts";
import { prepareStudies, prepareStudy } from "./study.ts";

const TASK = {
  name: "opinions",
  person: "an American adult",
  sees: "a question of a survey",
  event: "answers it",
  label: "answer",
  fields: { question: "QUESTION", group: "GROUP OF PEOPLE" },
  given: ["question"],
};
const answers = ["never", "rarely", "often", "always", "daily"];
const question = (q: number): string => `Question ${q}?`;

/**
 * Answers that twelve groups gave to ten questions, half of which have three answers and half all
 * five.
 */
const pairs = Array.from({ length: 10 }, (_, q) =>
  Array.from({ length: 12 }, (_, group) =>
    answers.slice(0, q % 2 === 0 ? 3 : 5).map((y, place) => ({
      x: { question: question(q), group: `group ${group}` },
      y,
      count: 1 + ((q * 31 + group * (place + 2) * 7 + place * place * 13) % 23),
    })),
  ),
).flat(2);
const survey = datasetOfCounts({ name: "survey", task: "opinions", given: ["question"], pairs });
const drawing = { pairs: 60, dev: 60, seed: "1", rotations: 1, responses: 3 } as const;

describe("a study in contexts", () => {
  const study = prepareStudy(survey, drawing);

  it("draws candidate sets from the labels of the pair's context", () => {
    const { trials } = study.job("promptnce", { k: 5 });
    for (const { context, candidates } of trials)
      expect(candidates.toSorted()).toEqual([...survey.marginalIn!(context!).keys()].toSorted());
    expect(new Set(trials.map(({ candidates }) => candidates.length))).toEqual(new Set([3, 5]));
  });

  it("shows labels and pairs of the context beside a base rate, and no pair that it evaluates", () => {
    const evaluated = new Set(study.evaluation.map(({ x, y }) => JSON.stringify([x, y])));
    for (const q of [0, 1]) {
      const { labels, examples } = inContext(study.grounding(1), { question: question(q) });
      expect(labels.toSorted()).toEqual(answers.slice(0, q === 0 ? 3 : 5).toSorted());
      expect(examples).toHaveLength(4);
      for (const { x, y } of examples) {
        expect(x["question"]).toBe(question(q));
        expect(evaluated.has(JSON.stringify([x, y]))).toBe(false);
      }
    }
  });

  it("has K/L and labels of contexts, and tells answers of two questions apart", () => {
    expect(labelCount(survey)).toBe(5);
    const of = (q: number) => survey.observations.filter(({ x }) => x["question"] === question(q));
    expect(coverage(survey, [...of(0), ...of(1).slice(0, 36)], 3)).toBeCloseTo((1 + 3 / 5) / 2, 12);
    expect(labelKey(of(0)[0]!)).not.toBe(labelKey({ ...of(1)[0]!, y: of(0)[0]!.y }));
    expect(labelKey({ y: "joy" })).toBe("joy");
  });
});

it("refuses a dataset whose task shows its context with no base rate", async () => {
  const datasets = [{ ...survey, task: "words" }];
  const pack = { name: "p", version: "1", templates: [], tasks: [], datasets };
  await expect(prepareStudies(parseConfig({}), [pack])).rejects.toThrow(
    "--dataset: the pairs of survey have a context (question), which the task words shows with no base rate; take a task of your own that says given: [question]",
  );
});

/** A folder with the counts as a file, their task, and both as a pack. */
function folder(): string {
  const at = newFolder();
  const rows = pairs.map(({ x, y, count }) => `${x.question},${x.group},${y},${count}\n`);
  writeFileSync(join(at, "survey.csv"), `question,group,answer,n\n${rows.join("")}`);
  writeFileSync(join(at, "opinions.yaml"), JSON.stringify(TASK));
  mkdirSync(join(at, "team"));
  const about = { name: "@team/survey", type: "module", exports: "./main.js", version: "1.0.0" };
  writeFileSync(join(at, "team", "package.json"), JSON.stringify(about));
  writeFileSync(
    join(at, "team", "main.js"),
    `import { definePack } from ${JSON.stringify(import.meta.resolve("@promptnce/prompts/packs"))};
import { datasetOfCounts } from ${JSON.stringify(import.meta.resolve("@promptnce/datasets"))};
const pairs = ${JSON.stringify(pairs)};
export default definePack({
  name: "@team/survey",
  version: "1.0.0",
  tasks: [${JSON.stringify(TASK)}],
  datasets: [datasetOfCounts({ name: "survey", task: "opinions", given: ["question"], pairs })],
});`,
  );
  return at;
}

const small = [
  "--experiment",
  "pmi",
  "--methods",
  "promptnce,promptnce:implied,promptnce:empirical",
];
const sizes = ["--pairs", "80", "--dev", "40", "--profile", "truthful", "--out", "o", "--tables"];

describe.each([
  ["a pack", ["--pack", "./team"]],
  [
    "a file and its task",
    ["--data-file", "survey.csv", "--task", "opinions.yaml", "--y", "answer", "--count", "n"],
  ],
])("bench on counts in contexts, of %s", (_, named) => {
  it("recovers PMI(x; y | c) of a truthful respondent, and asks for base rates by the context alone", async () => {
    const cwd = folder();
    const run = await runMain([...named, ...small, ...sizes], cwd);
    expect(run).toMatchObject({ code: 0 });
    const rows = await readCsv(join(cwd, "o", "estimates.csv"));
    for (const method of ["promptnce", "promptnce:empirical"]) {
      const own = rows.filter((row) => row["method"] === method);
      expect(own).toHaveLength(80);
      for (const row of own) {
        expect(Number(row["est_pmi"])).toBeCloseTo(Number(row["pmi"]), 12);
      }
    }
    const table = await readCsv(join(cwd, "o", "tables", "pmi.csv"));
    expect(table.find((row) => row["method"] === "promptnce")).toMatchObject({ rho: "1" });
    const asked = (await readFile(join(cwd, "o", "replies.jsonl"), "utf8")).split("\n");
    const baseRates = asked.filter((line) => line.includes("BASE RATE"));
    expect(baseRates.length).toBeGreaterThan(0);
    for (const prompt of baseRates) {
      expect(prompt).toMatch(/QUESTION:\\nQuestion \d\?/);
      expect(prompt).not.toContain("GROUP OF PEOPLE:");
    }
    const labels = await readCsv(join(cwd, "o", "labels.csv"));
    expect(labels).toHaveLength(5 * 3 + 5 * 5);
    expect(labels[0]).toMatchObject({ context: '[["question","Question 0?"]]', label: "never" });
  });
});
