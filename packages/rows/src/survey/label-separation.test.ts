import { fingerprint } from "@promptnce/engine";
import { describe, expect, it } from "vitest";
import { type LabelSeparation, LabelSeparations } from "./label-separation.ts";

type Cells = Readonly<Record<string, string>>;

function separationOf(
  rows: readonly Cells[],
  x: readonly string[],
  isListed = false,
): LabelSeparation | undefined {
  const fields = x.map((column) => ({ field: column, column }));
  const separations = new LabelSeparations({ x: fields, y: "answer", count: "n" });
  for (const row of rows) {
    const record = { columns: Object.keys(row), cell: (column: string) => row[column] ?? null };
    const key = fingerprint(...x.map((column) => row[column]!));
    separations.add({ key, y: row["answer"]!, record });
  }
  return separations.check("survey.csv", isListed);
}

const answersOf = [
  ["often", "never"],
  ["big", "small", "none"],
  ["good", "bad"],
];

/** What groups of people answered to questions, question by question or group by group. */
function survey(groups: number, questions = answersOf): Cells[] {
  return Array.from({ length: groups }, (_, group) =>
    questions.flatMap((answers, question) =>
      answers.map((answer, i) => ({
        id: `q${question}`,
        question: `Question ${question}?`,
        group: `group ${group}`,
        text: `Question ${question}? Asked of group ${group}.`,
        answer,
        n: String(i + 1),
      })),
    ),
  ).flat();
}

const REFUSED =
  'survey.csv: labels belong to question, as answers belong to a question ("often", "never" with "Question 0?", and "big", "small", "none" with "Question 1?"), so a base rate over all rows means nothing; name that column with `columns.given: "question"` or, if any input may have any label, list the labels with `labels`.';

describe("labels that belong to a column", () => {
  it("are refused where it is a field of x, with the column to name", () => {
    expect(() => separationOf(survey(3), ["question", "group"])).toThrow(REFUSED);
  });

  it("are refused where it follows from x, and a column that is x itself is not named", () => {
    expect(() => separationOf(survey(3), ["text"])).toThrow("labels belong to id, as answers");
  });

  it("are found in a long table, whatever the order of its rows", () => {
    const questions = Array.from({ length: 300 }, (_, q) => ["a", "b", "c", "d"].map((y) => y + q));
    const rows = survey(3, questions);
    expect(rows.length).toBeGreaterThan(3000);
    for (const table of [rows, rows.toSorted((a, b) => (a["id"]! < b["id"]! ? -1 : 1))])
      expect(() => separationOf(table, ["question", "group"])).toThrow("labels belong to question");
  });

  it("are said and not refused where all labels were listed, and where x does not say the column", () => {
    expect(separationOf(survey(3), ["question", "group"], true)).toMatchObject({
      column: "question",
      separation: "own",
    });
    expect(separationOf(survey(3), ["group"])).toMatchObject({ column: "id", separation: "own" });
  });
});

describe("an ordinary table", () => {
  it("of one list of labels is left alone, and so is one of few inputs", () => {
    const same = [answersOf[0]!, answersOf[0]!, answersOf[0]!];
    expect(separationOf(survey(3, same), ["question", "group"])).toBeUndefined();
    expect(separationOf(survey(1), ["question", "group"])).toBeUndefined();
  });

  it("of cue words is left alone, though each has responses of its own", () => {
    const rows = Array.from({ length: 200 }, (_, i) => {
      const cue = Math.floor(i / 8);
      const word = i % 8 === 0 ? "common" : `response ${i}`;
      return { cue: `cue ${cue}`, letter: `letter ${cue % 3}`, answer: word, n: "1" };
    });
    expect(separationOf(rows, ["cue"])).toBeUndefined();
    expect(
      separationOf(
        rows.filter(({ answer }) => answer !== "common"),
        ["cue"],
      ),
    ).toBeUndefined();
  });

  it("with a column that follows from the label, as an emotion's polarity, is left alone", () => {
    const rows = Array.from({ length: 90 }, (_, i) => {
      const polarity = ["good", "bad", "mixed"][i % 3]!;
      return { comment: `comment ${i}`, polarity, answer: `${polarity} ${i % 5}`, n: "1" };
    });
    expect(separationOf(rows, ["comment"])).toBeUndefined();
  });
});
