import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";
import { estimated, parsed } from "./recorded-masses.test.support.ts";

/** Two questions that two groups answered, the second with answers under the same letters. */
const survey = (
  [
    ["How big?", "men", "A", "Big", 0.8, 0.7, 8],
    ["How big?", "men", "B", "Small", 0.2, 0.3, 2],
    ["How big?", "women", "A", "Big", 0.6, 0.7, 6],
    ["How big?", "women", "B", "Small", 0.4, 0.3, 4],
    ["How often?", "men", "A", "Daily", 0.1, 0.2, 1],
    ["How often?", "men", "B", "Never", 0.9, 0.8, 9],
    ["How often?", "women", "A", "Daily", 0.5, 0.2, 5],
    ["How often?", "women", "B", "Never", 0.5, 0.8, 5],
  ] as const
).map(([question, group, letter, option, mass, rate, n]) => ({
  question,
  group,
  letter,
  option,
  mass,
  base_rate: rate,
  human_count: n,
}));
const columns = ["--x", "group", "--y", "letter", "--given", "question"];

describe("recorded masses given a question", () => {
  it("have base rates, truth and PMI of that question, whatever the letters of other questions mean", async () => {
    const { status, rows } = await estimated(survey, ...columns);
    expect(status).toBe(0);
    const of = (id: string) => rows().filter(({ method }) => method === id);
    const numbers = (id: string, column: string) =>
      of(id).map((row) => Math.round(1e6 * Number(row[column])) / 1e6);
    expect(numbers("marginalnce:ungrounded", "marginal")).toEqual([
      0.7, 0.3, 0.7, 0.3, 0.2, 0.8, 0.2, 0.8,
    ]);
    expect(numbers("marginalnce:implied", "marginal")).toEqual([
      0.7, 0.3, 0.7, 0.3, 0.3, 0.7, 0.3, 0.7,
    ]);
    for (const method of ["marginalnce:empirical", "marginalnce:implied"]) {
      for (const term of ["conditional", "marginal", "pmi"]) {
        expect(numbers(method, term)).toEqual(numbers(method, `true_${term}`));
      }
    }
    expect(new Set(rows().map((row) => row["given_columns"]))).toEqual(new Set(["question"]));
  });

  it.each([
    ["percentages", (share: number) => 100 * share],
    ["percentages with their sign", (share: number) => `${100 * share}%`],
  ])(
    "are the same as %s, and where a row stands for a weighted number of people",
    async (_, as) => {
      const { rows } = await estimated(survey, ...columns);
      const percent = survey.map((row) => ({
        ...row,
        mass: as(row.mass),
        base_rate: as(row.base_rate),
        human_count: row.human_count / 4,
        weight: 2,
      }));
      const weighed = await estimated(percent, ...columns, "--weight", "weight");
      expect(weighed.status).toBe(0);
      const terms = [
        "conditional",
        "marginal",
        "pmi",
        "true_conditional",
        "true_marginal",
        "true_pmi",
      ];
      for (const [i, row] of weighed.rows().entries()) {
        for (const term of terms) {
          expect(Number(row[term])).toBeCloseTo(Number(rows()[i]![term]), 12);
        }
      }
    },
  );

  it("use the counts of each question for :counted", async () => {
    const counts = join(newFolder(), "counts.csv");
    const counted = [
      ["How big?", "A", 140],
      ["How big?", "B", 60],
      ["How often?", "A", 60],
      ["How often?", "B", 140],
    ];
    writeFileSync(
      counts,
      Papa.unparse(counted.map(([question, label, count]) => ({ question, label, count }))),
    );
    const { status, rows, stderr } = await estimated(
      survey,
      ...columns,
      "--counts",
      counts,
      "--methods",
      "marginalnce:counted",
    );
    expect([status, stderr]).toEqual([0, expect.not.stringMatching(/NaN|undefined|Infinity/)]);
    const rates = rows().map(({ marginal }) => Number(marginal));
    expect(rates[0]).toBeCloseTo(0.7, 1);
    expect(rates[4]).toBeGreaterThan(0.2);
    expect(rates[4]).toBeLessThan(0.31);
  });

  it("are refused, naming --given, if a letter stands for two texts in one context", async () => {
    const mixed = survey.map((row, i) => ({
      ...row,
      base_rate: "",
      ballot: "one",
      option: `${row.option} ${i}`,
    }));
    const { status, stderr } = await estimated(
      mixed,
      "--x",
      "question,group",
      "--y",
      "letter",
      "--given",
      "ballot",
    );
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/the labels are letters \(A, B\), and A stands for .* --given COLUMN/),
    ]);
  });

  it("have one base rate per label and context", async () => {
    const two = survey.map((row, i) => (i === 2 ? { ...row, base_rate: 0.6 } : row));
    const { status, stderr } = await estimated(two, ...columns);
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining(
        "line 4: base_rate is 0.6, and 0.7 on an earlier line of A; a label has one base rate in a context; name what else it depends on with --given.",
      ),
    ]);
  });
});

const TASK = `name: opinions
person: an adult in the US
sees: ONE question of a survey
event: picks one of its answers
label: answer
fields: {question: QUESTION, group: GROUP OF PEOPLE}
given: [question]
ordered: true
`;

/**
 * Rows as pairs that people gave, from a survey whose questions use the same letters for different
 * answers.
 */
async function asked(...args: string[]) {
  const folder = newFolder();
  const [file, task, out] = ["rows.csv", "task.yaml", "out.csv"].map((name) => join(folder, name));
  writeFileSync(file!, Papa.unparse([...survey]));
  writeFileSync(task!, TASK);
  const common = ["--task", task!, "--y", "letter", "--count", "human_count", "--out", out!];
  const run = await promptnce(["estimate", file!, ...common, ...args]);
  const replies = () => readFileSync(`${out!}.replies.jsonl`, "utf8");
  return { ...run, replies, rows: () => parsed(readFileSync(out!, "utf8")) };
}

describe("rows given a question", () => {
  const truthful = ["--profile", "truthful", "--methods"];

  it.each(["promptnce", "promptnce:ungrounded", "marginalnce:implied", "direct-split"])(
    "are recovered from a truthful respondent: %s",
    async (method) => {
      const { status, stderr, rows } = await asked(...truthful, method);
      expect([status, stderr]).toEqual([0, expect.not.stringMatching(/NaN|undefined|Infinity/)]);
      expect(rows()).toHaveLength(survey.length);
      for (const row of rows()) {
        for (const term of ["conditional", "marginal", "pmi"]) {
          expect(Number(row[term])).toBeCloseTo(Number(row[`true_${term}`]), 9);
        }
      }
    },
  );

  it("ask for a base rate with the question alone, once per answer", async () => {
    const { replies } = await asked(...truthful, "promptnce:ungrounded");
    const prompts = replies()
      .split("\n")
      .filter((line) => line.includes("opinions/marginal"));
    expect(prompts).toHaveLength(4);
    const { prompt } = JSON.parse(prompts[0]!) as { prompt: string };
    expect(prompt).toContain("QUESTION:\nHow big?\n");
    expect(prompt).not.toContain("GROUP OF PEOPLE");
  });

  it("have candidate sets from their question's labels, and use all of its labels if all are asked about", async () => {
    const { status, rows } = await asked(...truthful, "promptnce", "--ask", "all-labels");
    expect(status).toBe(0);
    expect(rows()).toHaveLength(8);
    expect(rows().map((row) => row["given_columns"])).toEqual(Array(8).fill("question"));
  });

  it("are refused without --given if a letter stands for two texts", async () => {
    const file = join(newFolder(), "rows.csv");
    writeFileSync(file, Papa.unparse([...survey]));
    const { status, stderr } = await promptnce([
      "estimate",
      file,
      "--task",
      "words",
      "--x",
      "group",
      "--y",
      "letter",
    ]);
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(
        /the labels are letters, and A stands for "Big" in one row and for "Daily" in another, .* --given COLUMN/,
      ),
    ]);
  });

  it("are refused base rates whose context no prompt of the task shows", async () => {
    const { status, stderr } = await asked(
      ...truthful,
      "promptnce",
      "--task",
      "words",
      "--x",
      "group",
      "--given",
      "question",
    );
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(
        /promptnce asks for base rates, and no prompt of the task words shows a context/,
      ),
    ]);
  });
});
