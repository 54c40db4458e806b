import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { describe, expect, it } from "vitest";
import { taskSetup } from "../task/task-setup.ts";
import { planColumns } from "./plan-columns.ts";
import { prepared, shares } from "./people.test.support.ts";

const [TRAVEL, SEAT] = ["How often do you travel?", "Who gets the arm rest, in a row of two?"];
const expected = {
  [`${TRAVEL} / towns`]: { often: 2 / 3, never: 1 / 3 },
  [`${TRAVEL} / villages`]: { never: 1 },
  [`${SEAT} / towns`]: { both: 1 / 2, neither: 1 / 2 },
  [`${SEAT} / villages`]: { both: 1 },
};

/** A file of these lines. */
function file(name: `rows.${"csv" | "tsv" | "jsonl"}`, ...lines: readonly string[]) {
  const path = join(newFolder(), name);
  writeFileSync(path, `${lines.join("\n")}\n`);
  return { path, format: name.slice("rows.".length) as "csv" | "tsv" | "jsonl" };
}

describe("a column for each question gives people's answers in its context, whether", () => {
  it("a form writes the questions above the columns", async () => {
    const table = file(
      "rows.csv",
      `Timestamp,x,${TRAVEL},"${SEAT}"`,
      "1,towns,often,both",
      "2,towns,never,",
      "3,towns,often,neither",
      "4,villages,never,both",
    );
    expect(await shares(table, { questions: [TRAVEL, SEAT] })).toEqual(expected);
  });

  it("a panel writes codes above them, and in them", async () => {
    const table = file(
      "rows.tsv",
      "x\tQ1\tQ2_1",
      "towns\t1\t1",
      "towns\t2\t-99",
      "towns\t1.0\t2",
      "villages\t2\t1",
    );
    const questions = { Q1: TRAVEL, Q2_1: SEAT };
    const codes = { Q1: { 1: "often", 2: "never" }, Q2_1: { 1: "both", 2: "neither" } };
    expect(await shares(table, { questions }, { codes })).toEqual(expected);
  });

  it("objects lack the questions that nobody answered", async () => {
    const table = file(
      "rows.jsonl",
      `{"x":"towns","${TRAVEL}":"often","${SEAT}":"both"}`,
      `{"x":"towns","${TRAVEL}":"never"}`,
      `{"x":"towns","${TRAVEL}":"often","${SEAT}":"neither"}`,
      `{"x":"villages","${TRAVEL}":"never","${SEAT}":"both"}`,
    );
    expect(await shares(table, { questions: [TRAVEL, SEAT] })).toEqual(expected);
  });
});

describe("columns of questions", () => {
  const rows = [
    { x: "towns", q1: "yes", q2: "a;b", n: 3 },
    { x: "towns", q1: "", q2: "b", n: 1 },
    { x: "villages", q1: "no", q2: "a", n: 1 },
    { x: "villages", q1: "", q2: "", n: 1 },
  ];
  const columns = { questions: ["q1", "q2"] };

  it("give a row of the result for each answer, and for a row without any", async () => {
    const { units, survey } = await prepared(rows, columns);
    const found = (await Array.fromAsync(units())).flat().map(({ row }) => row);
    const cell = (at: number): unknown => found[at]!.record.cell("question", 4);
    expect(found.map(({ line, y, problem }, i) => [line, cell(i), y ?? problem])).toEqual([
      [1, "q1", "yes"],
      [1, "q2", "a;b"],
      [2, "q2", "b"],
      [3, "q1", "no"],
      [3, "q2", "a"],
      [4, "q1", "the answer is empty"],
    ]);
    expect(survey.header).toEqual(["x", "q1", "q2", "n", "question"]);
  });

  it("have labels, base rates and numbers of people each, and may hold several labels", async () => {
    const { survey } = await prepared(rows, { ...columns, count: "n", several: true });
    expect(survey.contexts?.map(({ labels }) => labels)).toEqual([
      ["yes", "no"],
      ["a", "b"],
    ]);
    expect(survey.people!.marginalIn({ question: "q2" })).toEqual(
      new Map([
        ["a", 4 / 5],
        ["b", 4 / 5],
      ]),
    );
  });

  it("may have a context besides", async () => {
    const found = await shares(rows, { ...columns, count: "n", given: ["x"] });
    expect(Object.keys(found)).toEqual(["q2 / towns / towns"]);
  });

  it("fill the field of that name, beside which x may be named alone", async () => {
    const words = await taskSetup("words", "faithful");
    const task = { ...words, fields: ["question", "group"], given: ["question"] };
    expect(planColumns({ ...columns, x: ["x"] }, task)).toMatchObject({
      x: [
        { field: "question", column: "question" },
        { field: "group", column: "x" },
      ],
      given: [{ field: "question", column: "question" }],
      y: "the answer",
    });
  });

  it.each([
    [{ y: "q1" }, "leave out `columns.y`"],
    [
      { raters: ["q1", "q2"] },
      "columns.raters: these columns hold the labels; leave out `columns.questions`",
    ],
    [{ questions: ["q1", "q1"] }, "q1 is named twice"],
  ])("refuse %o, and say why", async (wrong, sentence) => {
    await expect(prepared(rows, { ...columns, ...wrong })).rejects.toThrow(sentence);
  });

  it("refuse a table that has a column question already", async () => {
    const named = rows.map((row) => ({ ...row, question: "why" }));
    await expect(prepared(named, columns)).rejects.toThrow(
      "rows, line 1: a column question already exists, and `columns.questions` adds one; rename it.",
    );
  });
});
