import { describe, expect, it } from "vitest";
import { describeTable } from "./describe-table.ts";
import { firstDoubt, tableFrom } from "./table.test.support.ts";

const text = (i: number): string => `A comment that somebody wrote about lift number ${i}`;
const label =
  (...labels: readonly string[]) =>
  (shift: number) =>
  (i: number): string =>
    (i + shift) % 7 === 0 ? "" : labels[(i * shift) % labels.length]!;
const mood = label("calm", "busy", "unclear");
const grade = label("1", "2", "3", "4", "5");
const agreement = label("Agree", "Disagree", "Neither");

describe("a column for each rater is seen", () => {
  it.each([
    ["names", { text, Anna: mood(1), Ben: mood(2), Cleo: mood(4) }, ["Anna", "Ben", "Cleo"]],
    [
      "numbered annotators, with the majority beside them",
      { text, annotator_1: mood(1), annotator_2: mood(2), majority: mood(5) },
      ["annotator_1", "annotator_2"],
    ],
    [
      "labels beside a gold label, as in SNLI",
      { gold_label: mood(1), sentence: text, label1: mood(1), label2: mood(2), label3: mood(4) },
      ["label1", "label2", "label3"],
    ],
    [
      "grades of coders",
      { text, "Coder A": grade(1), "Coder B": grade(2) },
      ["Coder A", "Coder B"],
    ],
    [
      "scores beside their mean, as of politeness",
      { text, Score1: grade(1), Score2: grade(2), "Normalized Score": (i: number) => i / 9 },
      ["Score1", "Score2"],
    ],
    [
      "raters of a domain, as of essays",
      { text, rater1_domain1: grade(1), rater2_domain1: grade(2) },
      ["rater1_domain1", "rater2_domain1"],
    ],
    [
      "R1 to R3",
      { id: (i: number) => i, text, R1: grade(1), R2: grade(2), R3: grade(3) },
      ["R1", "R2", "R3"],
    ],
  ])("by %s", (_, columns, raters) => {
    const table = tableFrom(columns);
    const doubt = firstDoubt(table);
    expect(doubt?.says).toContain("hold the same labels");
    expect(doubt?.options).toEqual([`\`raters: ${JSON.stringify(raters)}\``, "`y`"]);
    const { shape, roles, doubts } = describeTable(table, { raters, x: shownIn(columns) });
    expect([shape, roles.y, roles.raters, doubts]).toEqual(["raters", undefined, raters, []]);
  });

  it("also where one of them is named as the label, unless the others are said to be none", () => {
    const table = tableFrom({ text, Anna: mood(1), Ben: mood(2) });
    const given = { x: ["text"], y: "Anna", count: false } as const;
    expect(firstDoubt(table, given)).toEqual({
      says: "Anna and Ben hold the same labels (calm, busy, unclear), as columns of several raters do, and Anna is one of them",
      options: ['`raters: ["Anna","Ben"]`', "`raters: false`"],
    });
    expect(firstDoubt(table, { ...given, raters: false })).toBeUndefined();
  });
});

/** The column of text. */
function shownIn(columns: object): string[] {
  return Object.keys(columns).filter((name) => ["text", "sentence"].includes(name));
}

describe("a column for each question is seen", () => {
  const group = (i: number): string => ["pupils of the first year", "teachers", "guests"][i % 3]!;

  it.each([
    ["questions", ["Is the bus late?", "Is the tram late?"]],
    ["numbers", ["Q1", "Q2", "Q3"]],
    ["statements", ["The bus is late too often", "I would rather walk to school"]],
  ])("by %s", (_, names) => {
    const columns = Object.fromEntries(names.map((name, i) => [name, agreement(i + 1)]));
    const doubt = firstDoubt(tableFrom({ group, ...columns }));
    expect(doubt?.says).toContain("as columns of several questions do");
    expect(doubt?.options).toEqual([
      `\`questions: ${JSON.stringify(names)}\``,
      `\`raters: ${JSON.stringify(names)}\``,
      "`y`",
    ]);
    const y = names[0]!;
    expect(firstDoubt(tableFrom({ group, ...columns }), { x: ["group"], y })).toBeUndefined();
  });
});

it("columns with labels of their own are not alike, nor are counts", () => {
  const own = { text, mood: mood(1), place: label("here", "there")(2) };
  expect(firstDoubt(tableFrom(own), { x: ["text"], y: "mood" })).toBeUndefined();
  const wide = { text, calm: (i: number) => i % 3, busy: (i: number) => (i * 5) % 3 };
  expect(firstDoubt(tableFrom(wide))?.options[0]).not.toContain("raters");
});
