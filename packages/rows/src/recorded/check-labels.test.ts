import { describe, expect, it } from "vitest";
import { type RowRecord, tableOf } from "../input/table.ts";
import { readRecorded } from "./read-recorded.ts";

const read = async (rows: readonly RowRecord[]) => readRecorded(await tableOf(rows), {});

/** A closed set of each input, its mass shared by its labels; with OTHER where `open`. */
function setsOf(
  labels: Readonly<Record<string, readonly string[]>>,
  {
    open = false,
    more = () => ({}),
  }: { open?: boolean; more?: (row: RowRecord) => RowRecord } = {},
): RowRecord[] {
  return Object.entries(labels).flatMap(([x, own]) => {
    const rows = own.map((label) => ({ x, label, mass: 1 / own.length }));
    const other = open ? [{ x, label: "OTHER", mass: 0 }] : [];
    return [...rows, ...other].map((row) => ({ ...row, ...more(row) }));
  });
}

const survey = {
  "Is it a problem?": ["A big one", "A small one", "None"],
  "How often?": ["Daily", "Weekly", "Never", "Not asked"],
  "Who should?": ["The state", "Firms", "None"],
};

describe("labels of which each belongs to one question of several", () => {
  it("are refused with an example and with what to do", async () => {
    await expect(read(setsOf(survey))).rejects.toThrow(
      'rows: 8 of 9 labels belong to some inputs only, as the answers of different questions do ("A big one", "A small one", "None" in one input, "Daily", "Weekly", "Never", … in another), so a base rate over all inputs means nothing; name the column of the question with `columns.given: "COLUMN"` or, if any input may have any label, add a row OTHER to each input with the mass left for other labels (0 if none).',
    );
  });

  it("are refused where several inputs answer each question, one without an answer that nobody gave", async () => {
    const groups = Object.entries(survey).flatMap(([question, labels]) => [
      [`${question} men`, labels],
      [`${question} women`, labels.slice(1)],
    ]);
    await expect(read(setsOf(Object.fromEntries(groups)))).rejects.toThrow(
      "8 of 9 labels belong to some inputs only",
    );
  });

  it("are read from a file of one question, and with rows of OTHER", async () => {
    const labels = survey["How often?"];
    expect((await read(setsOf({ men: labels, women: labels.slice(1) }))).sets).toHaveLength(2);
    expect((await read(setsOf(survey, { open: true }))).sets).toHaveLength(3);
  });
});

describe("labels that all inputs share", () => {
  const all = Array.from({ length: 12 }, (_, i) => `label ${i}`);

  it("are read where each input has those that got a mass", async () => {
    const inputs = Array.from({ length: 30 }, (_, i) => {
      return [`x${i}`, [0, 1, 5].map((step) => all[(i * (step + 1)) % 12]!)] as const;
    });
    const distinct = inputs.map(([x, labels]) => [x, [...new Set(labels)]]);
    expect((await read(setsOf(Object.fromEntries(distinct)))).sets).toHaveLength(30);
  });

  it("are read where each input has one that is certain", async () => {
    const certain = all.map((label, i) => [`x${i}`, [label]]);
    expect((await read(setsOf(Object.fromEntries(certain)))).sets).toHaveLength(12);
  });

  it("are read where an input has several sets", async () => {
    const [one, two] = [all.slice(0, 4), all.slice(4, 8)];
    const rows = [one, two].flatMap((labels, i) =>
      setsOf({ a: labels, b: labels }, { more: () => ({ set: String(i) }) }),
    );
    expect((await read(rows)).sets).toHaveLength(4);
  });
});

describe("letters in the place of answers", () => {
  const letters = { one: ["A", "B", "C"], two: ["A", "B", "C"] };

  it.each([
    ["A", "B"],
    ["A)", "B)"],
    ["(A)", "(B)"],
  ])("are refused, as %s and %s", async (a, b) => {
    await expect(read(setsOf({ one: [a, b], two: [a, b] }))).rejects.toThrow(
      'rows: the labels are letters (A, B), which may stand for a different answer in each input, so a base rate over all inputs means nothing; replace each letter by the text of its answer, and name the column of the question with `columns.given: "COLUMN"`.',
    );
  });

  it("are refused by the texts that a column has for them", async () => {
    const more = ({ x, label }: RowRecord) => ({ option: `${String(label)} of ${String(x)}` });
    await expect(read(setsOf(letters, { more }))).rejects.toThrow(
      'the labels are letters (A, B, C), and A stands for "A of one" in one input and for "A of two" in another, so a base rate',
    );
  });

  it("are read where a column says that they mean the same everywhere, of one input, and of grades", async () => {
    const more = ({ label }: RowRecord) => ({ answer_text: `meaning of ${String(label)}` });
    expect((await read(setsOf(letters, { more }))).sets).toHaveLength(2);
    expect((await read(setsOf({ one: letters.one }))).sets).toHaveLength(1);
    const grades = ["A", "B", "C", "D", "F"];
    expect((await read(setsOf({ one: grades, two: grades }))).sets).toHaveLength(2);
  });
});
