import { describe, expect, it } from "vitest";
import {
  type MadeUp,
  opinionqaOriginals,
  originalsFrom,
  resultsFile,
  resultsPath,
  sharesByLetter,
} from "./made-up.test.support.ts";
import { opinionqa } from "./opinionqa.ts";

/** The rows of a table without its header. */
function rowsOf(file: string, files: MadeUp = opinionqaOriginals) {
  return opinionqa(originalsFrom(files)).get(file)?.slice(1) ?? [];
}

/** The masses about a group, by answer. */
function masses(group: string, question: string, column = 6) {
  const rows = rowsOf("opinionqa-models.csv");
  const found = rows.filter((row) => row[4] === group && row[2] === question);
  return Object.fromEntries(found.map((row) => [row[5], row[column]]));
}

const male = resultsPath("express_distribution", "task1", "SEX", "Male");

/** The originals with other replies about men. */
function withMale(replies: Parameters<typeof resultsFile>[0], expected = "expected_results") {
  return new Map([...opinionqaOriginals, [male, resultsFile(replies, expected)]]);
}

describe("the tables of OpinionQA", () => {
  it("have the columns of the recorded ones", () => {
    const tables = opinionqa(originalsFrom(opinionqaOriginals));
    expect([...tables].map(([file, [header]]) => [file, header?.join()])).toEqual([
      ["opinionqa-questions.csv", "question,text,position,answer"],
      ["opinionqa-people.csv", "question,attribute,group,answer,people"],
      ["opinionqa-models.csv", "model,way,question,attribute,group,answer,mass,base_rate"],
    ]);
  });

  it("list each question's own answers in the questionnaire's order, whole and without Refused", () => {
    expect(rowsOf("opinionqa-questions.csv")).toEqual([
      ["JOB_W1", "How much does a job matter?", 1, "Essential"],
      ["JOB_W1", "How much does a job matter?", 2, "Important, but not essential"],
      ["JOB_W1", "How much does a job matter?", 3, "Doesn't matter"],
      ["VOTE_W2", 'Do you "always" vote?', 1, "Yes, was a duty"],
      ["VOTE_W2", 'Do you "always" vote?', 2, "No"],
    ]);
  });

  it("count the people of eight groups, and no row for an answer that nobody of a group gave", () => {
    const rows = rowsOf("opinionqa-people.csv");
    expect(new Set(rows.map(([, attribute, group]) => `${attribute} ${group}`))).toEqual(
      new Set([
        "POLPARTY Democrat",
        "POLPARTY Republican",
        "SEX Male",
        "SEX Female",
        "RACE White",
        "RACE Black",
        "RACE Hispanic",
        "RACE Asian",
      ]),
    );
    expect(rows.filter(([name, , group]) => name === "JOB_W1" && group === "Male")).toEqual([
      ["JOB_W1", "SEX", "Male", "Essential", 5],
      ["JOB_W1", "SEX", "Male", "Important, but not essential", 4],
    ]);
    expect(rows.filter(([, , , answer]) => answer === "Refused")).toEqual([]);
  });

  it("let letters count the group's own answers: all move up behind one that the group never gave", () => {
    expect(masses("Male", "JOB_W1")).toEqual({
      Essential: "0.7",
      "Important, but not essential": "0.2",
    });
    expect(masses("Asian", "JOB_W1")).toEqual({
      "Doesn't matter": "0.6",
      Essential: "0.3",
      "Important, but not essential": "0.1",
    });
  });

  it("take the base rate by answer, not by letter", () => {
    expect(masses("Male", "JOB_W1", 7)).toEqual({
      Essential: "0.5",
      "Important, but not essential": "0.35000000000000003",
    });
  });

  it("leave the base rate empty where the group that was listed for it never gave the answer", () => {
    const shares = sharesByLetter("Male", "JOB_W1");
    const reply = { masses: '"A": 0.9, "B": 0.1, "C": 0.0', shares };
    const listed = resultsFile({ JOB_W1: reply }, "expected_results_SEX_Male");
    const files = new Map(
      [...opinionqaOriginals].map(([path, text]) =>
        path.includes("task0") ? [path.replace("Democrat", "Male"), listed] : [path, text],
      ),
    );
    const rows = rowsOf("opinionqa-models.csv", files).filter(
      ([, , , , group]) => group === "Asian",
    );
    expect(rows.map((row) => [row[5], row[7]])).toEqual([
      ["Doesn't matter", ""],
      ["Essential", "0.9"],
      ["Important, but not essential", "0.1"],
    ]);
  });

  it("write each mass with the digits of the original, and do not make them sum to 1", () => {
    expect(masses("Male", "VOTE_W2")).toEqual({
      No: "5.641487342496592e-08",
      "Yes, was a duty": "1.0",
    });
    expect(masses("Male", "VOTE_W2", 7)).toEqual({ No: "0.0", "Yes, was a duty": "0.9" });
  });

  it("refuse letters that count the question's list instead of the group's answers", () => {
    const shares = { A: 0, B: 0.5, C: 0.4, D: 0.1 };
    const files = withMale({ JOB_W1: { masses: '"A": 0, "B": 0.7, "C": 0.2, "D": 0.1', shares } });
    expect(() => opinionqa(originalsFrom(files))).toThrow(
      `${male}, question JOB_W1: A is said to be the answer of 0 of the people, but "Essential", ` +
        "which it would stand for, is that of 0.5. Letters must count this group's own answers.",
    );
  });

  it("refuse letters in another order", () => {
    const shares = { A: 0.4, B: 0.5, C: 0.1 };
    const files = withMale({ JOB_W1: { masses: '"A": 0.2, "B": 0.7, "C": 0.1', shares } });
    expect(() => opinionqa(originalsFrom(files))).toThrow("Letters must count this group's own");
  });

  it("refuse masses that are more or fewer than the group's answers", () => {
    const shares = sharesByLetter("Male", "JOB_W1");
    for (const given of ['"A": 0.7, "B": 0.3', '"A": 0.7, "B": 0.2, "C": 0.1, "D": 0']) {
      const files = withMale({ JOB_W1: { masses: given, shares } });
      expect(() => opinionqa(originalsFrom(files))).toThrow(
        /question JOB_W1: the model's letters are AB(CD)?, and those of the group's answers ABC\.$/,
      );
    }
  });

  it("have no row of a group that nobody answered in, whatever the model said", () => {
    const files = new Map(opinionqaOriginals);
    const [path = "", text = ""] =
      [...files].find(([each]) => each.endsWith("SEX_data.json")) ?? [];
    const people = JSON.parse(text) as Record<string, Record<string, unknown>>;
    people["JOB_W1"] = { ...people["JOB_W1"], Male: {} };
    files.set(path, JSON.stringify(people));
    files.set(
      male,
      resultsFile({ JOB_W1: { masses: '"A": 0.4, "B": 0.6', shares: {} } }, "expected_results"),
    );
    const rows = rowsOf("opinionqa-models.csv", files);
    expect(rows.filter((row) => row[4] === "Male")).toEqual([]);
    expect(rows.filter((row) => row[4] === "Asian")).toHaveLength(3);
  });

  it("refuse a results file without people's shares to check its letters by", () => {
    const shares = sharesByLetter("Male", "JOB_W1");
    const files = withMale({ JOB_W1: { masses: '"A": 1, "B": 0, "C": 0', shares } }, "expected");
    expect(() => opinionqa(originalsFrom(files))).toThrow("there is no expected_results.");
  });

  it("refuse a file that is no JSON, by its path", () => {
    const files = new Map([...opinionqaOriginals, [male, "version https://git-lfs"] as const]);
    expect(() => opinionqa(originalsFrom(files))).toThrow(
      `${male} is not of the form that was expected: `,
    );
  });
});
