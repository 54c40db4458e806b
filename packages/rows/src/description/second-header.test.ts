import { describe, expect, it } from "vitest";
import { describeTable } from "./describe-table.ts";
import { firstDoubt, tableOf } from "./table.test.support.ts";

const ANSWERS = ["The hen", "The egg", "Both", "The egg", "The hen", "The hen"];

/** A table with these lines above its answers. */
function below(header: string, rows: (answer: string, row: number) => string) {
  return tableOf([header, ...ANSWERS.map((answer, i) => rows(answer, i))].join("\n"));
}

describe("rows that belong to the header are seen", () => {
  it.each([
    [
      "Qualtrics, with the questions and the ids of its import",
      `StartDate | Q1 | age
Start Date | Which came first? | What is your age?
{"ImportId":"startDate","timeZone":"America/Denver"} | {"ImportId":"QID1"} | {"ImportId":"QID2"}`,
      (answer: string, i: number) => `2020-07-1${i} 18:52:45 | ${answer} | ${20 + i}`,
      3,
    ],
    [
      "Qualtrics as it wrote formerly, with the questions alone",
      `V1 | V8 | Q1
ResponseID | StartDate | Which of these two came first?`,
      (answer: string, i: number) => `R_${i}abc | 2015-03-0${1 + i} 10:00:00 | ${answer}`,
      2,
    ],
    [
      "codes with their questions, above answers alone",
      `Q1 | QID7_2 | q3_TEXT
How old are you? | Which wave did you take part in? | Which came first, the hen or the egg?`,
      (answer: string, i: number) => `${["18-24", "25-34"][i % 2]} | wave ${i % 2} | ${answer}`,
      2,
    ],
    [
      "codes with the statements that were rated",
      `S1_1 | S1_2
I am often at ease with people | I worry about small things at night`,
      (answer: string, i: number) => `${["agree", "disagree"][i % 2]} | ${answer}`,
      2,
    ],
    [
      "Markdown, below its dashes",
      "reply | note\n--- | :---",
      (answer: string, i: number) => `${answer} | the note ${i}`,
      2,
    ],
    [
      "SurveyMonkey",
      `RespondentID | What is your age? | Why?
 | Response | Open-Ended Response`,
      (answer: string, i: number) => `1169${i} | ${["18-29", "30-44"][i % 2]} | ${answer}`,
      2,
    ],
    [
      "units below the names",
      `subject | duration | choice
 | (ms) | `,
      (answer: string, i: number) => `${i % 3} | ${1000 + i} | ${answer}`,
      2,
    ],
    [
      "the names once more",
      `age | choice
age | choice`,
      (answer: string, i: number) => `${30 + i} | ${answer}`,
      2,
    ],
  ])("of %s", (_, header, rows, lines) => {
    const table = below(header, rows);
    const doubt = firstDoubt(table);
    expect(doubt?.says).toMatch(/^the first (row|\d rows) seems? to belong to the header/);
    expect(doubt?.options).toEqual([`\`header: ${lines}\``]);
    const { columns } = describeTable(table);
    expect(columns[0]?.texts).toHaveLength(ANSWERS.length);
  });
});

it("ids of an import are seen in a table of one row, as of a survey's first answer", () => {
  const table = tableOf(`StartDate | Q1 | Q2
Anfang | Wie oft? | Warum?
{"ImportId":"startDate"} | {"ImportId":"QID1"} | {"ImportId":"QID2"}
2024-01-01 | nie | darum`);
  expect(firstDoubt(table)?.options).toEqual(["`header: 3`"]);
});

describe("a first row of data is none", () => {
  it.each([
    [
      "whose label comes again",
      "age | choice",
      (answer: string, i: number) => `${30 + i} | ${answer}`,
    ],
    [
      "whose number is missing",
      "age | choice",
      (answer: string, i: number) => `${i === 0 ? "NA" : 30 + i} | ${answer}`,
    ],
    [
      "of a code whose first answer is the longest, and given once",
      "V1 | V2",
      (answer: string, i: number) =>
        `${["yes", "no"][i % 2]} | ${i === 0 ? "neither of the two animals" : answer}`,
    ],
    ["of texts alone", "cue | choice", (answer: string, i: number) => `cue ${i} | ${answer}`],
  ])("%s", (_, header, rows) => {
    expect(firstDoubt(below(header, rows))?.says ?? "").not.toContain("header");
  });
});
