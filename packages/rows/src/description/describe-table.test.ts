import { describe, expect, it } from "vitest";
import { asProperty, written } from "@promptnce/core/errors";
import { describeTable } from "./describe-table.ts";
import type { GivenReading } from "./table-description.ts";
import { tableFrom } from "./table.test.support.ts";

/** The beginning of a file, with the column names as its first row. */
function start(...[columns = [], ...rows]: readonly (readonly string[])[]) {
  return {
    delimiter: undefined,
    columns,
    rows: rows.map((row) => (column: string) => row[columns.indexOf(column)] ?? ""),
  };
}

/** The roles of columns, if nothing is doubtful; otherwise throws what is, and the options. */
function taken(table: ReturnType<typeof start>, given: GivenReading = {}) {
  const { roles, doubts } = describeTable(table, given);
  if (doubts.length > 0) throw new Error(doubts.map(doubtText).join("; "));
  return roles;
}

/** What is doubtful, and the options that decide. */
function doubtText({ says, readings }: ReturnType<typeof describeTable>["doubts"][number]): string {
  const options = readings.map(({ option, value }) => asProperty(option, value));
  return `${written(says)} (${options.join(" or ")})`;
}

const texts = [
  "My parcel never came.",
  "My parcel never came.",
  "You charged my card twice.",
  "I want to send it back.",
];
const queues = ["delivery", "returns", "billing", "returns"];

/** Messages with their queues, and the given columns beside them. */
function messages(beside: Readonly<Record<string, readonly string[]>> = {}) {
  const names = Object.keys(beside);
  const rows = texts.map((text, i) => [
    text,
    queues[i]!,
    ...names.map((name) => beside[name]![i] ?? ""),
  ]);
  return start(["message", "queue", ...names], ...rows);
}

describe("columns that the first rows determine", () => {
  it("takes the longer of two texts as x and the repeating one as y, and ignores row numbers", () => {
    expect(
      taken(messages({ id: ["1", "2", "3", "4"], "User-ID": ["90", "17", "90", "4"] })),
    ).toEqual({ x: ["message"], y: "queue", count: undefined });
  });

  it.each(["n", "count", "human_count", "Number of raters", "votes", "People"])(
    "recognises %s by its name as a count of people",
    (name) => {
      const table = messages({ [name]: ["9", "1", "10", ""] });
      expect(taken(table)).toMatchObject({ y: "queue", count: name });
    },
  );

  it("recognises the label by its name, even if both texts are similar or the labels are numbers", () => {
    const pairs = start(["cue", "response", "n"], ["CAT", "MOUSES", "3"], ["SEA", "WATER", "2"]);
    expect(taken(pairs)).toEqual({ x: ["cue"], y: "response", count: "n" });
    const digits = start(["text", "label"], ["Nice one", "1"], ["Bad", "0"]);
    expect(taken(digits)).toMatchObject({ x: ["text"], y: "label" });
  });

  it("follows the options, whatever the columns look like", () => {
    const stars = messages({ "⭐ Stars (1-5)": ["5", "1", "5", "2"] });
    const roles = { x: ["message"], y: "⭐ Stars (1-5)", count: false } as const;
    expect(taken(stars, roles)).toEqual({ ...roles, count: undefined });
  });
});

describe("columns that the first rows leave ambiguous", () => {
  it.each([
    ["⭐ Stars (1-5)", ["5", "1", "5", "2"]],
    ["helpful", ["0", "17", "3", "0"]],
    ["helpful_votes", ["0", "17", "3", "0"]],
    ["agents", ["9", "1", "9", "10"]],
  ])("is whether %s holds labels or counts people", (name, values) => {
    const table = messages({ [name]: values });
    expect(describeTable(table, {}).roles.count).toBeUndefined();
    expect(() => taken(table)).toThrow(
      `the labels may be in queue or ${name} (\`y\`); ${name} may count people (\`count: ${JSON.stringify(name)}\` or \`count: false\`)`,
    );
    expect(() => taken(table, { y: "queue" })).toThrow(
      `${name} may count people (\`count: ${JSON.stringify(name)}\` or \`count: false\`)`,
    );
    expect(taken(table, { y: "queue", count: false })).toMatchObject({ y: "queue" });
    expect(taken(table, { y: "queue", count: name })).toMatchObject({ count: name });
  });

  it("asks which of two columns counts people", () => {
    const table = messages({ votes: ["1", "2", "3", "4"], raters: ["9", "9", "9", "9"] });
    expect(() => taken(table)).toThrow("votes or raters may count people");
  });

  it.each([
    ["3,7", "4,2", "3,7", "1,0"],
    ["3.7", "4.2", "3.7", "1.0"],
    ["45 %", "5 %", "45 %", "100 %"],
  ])(
    "asks where the labels are if the columns beside the texts hold only numbers like %s",
    (...values) => {
      const rows = texts.map((text, i) => [text, values[i]!]);
      const table = start(["message", "score"], ...rows);
      expect(() => taken(table)).toThrow(
        "score holds numbers, which are labels only if you say so (`y`); score may count people",
      );
      expect(taken(table, { y: "score" })).toMatchObject({ x: ["message"], y: "score" });
    },
  );

  it("refuses a table with one column per label", () => {
    const rows = texts.map((text, i) => [text, String(i % 2), "0", "1"]);
    const table = start(["message", "joy", "fear", "neutral"], ...rows);
    const { roles } = describeTable(table, {});
    expect([roles.y, roles.count]).toEqual([undefined, undefined]);
    expect(() => taken(table)).toThrow(
      'joy, fear and neutral hold numbers, which may be labels, or say how many people gave a label each (`y` or `wide: ["joy","fear","neutral"]`)',
    );
  });

  it("asks which of several texts is x and which is y", () => {
    const table = messages({ country: ["DE", "DE", "FR", "DE"] });
    expect(() => taken(table)).toThrow(
      "the labels may be in country, queue or message (`y`); what people were shown may be in message or queue, or in several (`x`)",
    );
    expect(() => taken(table, { y: "queue" })).toThrow(
      "what people were shown may be in message or country, or in several (`x`)",
    );
    expect(taken(table, { y: "queue", x: ["message"] })).toMatchObject({ x: ["message"] });
  });

  it("asks which of two similar texts people were shown", () => {
    const table = start(["a", "b"], ["CAT", "MOUSES"], ["SEA", "WATER"]);
    expect(() => taken(table)).toThrow("the labels may be in b or a");
  });

  it("asks for everything if the table has one column", () => {
    expect(() => taken(start(["a"], ["x"], ["y"]))).toThrow(
      "no column is left for the labels (`y`)",
    );
  });
});

it("refuses a column that does not exist", () => {
  expect(() => describeTable(messages(), { y: "mood" })).toThrow(
    "y: there is no column mood; the columns are message, queue",
  );
});

describe("a survey of twenty columns", () => {
  const names = Array.from({ length: 18 }, (_, i) => `A question of the survey, number ${i}`);
  const columns = Object.fromEntries(
    names.map((name, i) => [name, (row: number) => `answer ${(row * (i + 1)) % (i + 3)} to ${i}`]),
  );
  const text = (row: number): string => `What somebody wrote about the lift, at length: ${row}`;
  const answer = (row: number): string => ["yes", "no"][row % 2]!;

  it("is doubted in one short line, with the likeliest columns first", () => {
    const { doubts } = describeTable(tableFrom({ text, ...columns, own: answer }));
    const says = doubts.map((doubt) => written(doubt.says));
    expect(says[0]).toMatch(/^the labels may be in own, A question .* or 14 others$/);
    for (const line of says) {
      expect(line.length).toBeLessThan(320);
    }
  });

  it("has its labels in the one column that is named so", () => {
    const { roles } = describeTable(tableFrom({ text, ...columns, answer }));
    expect([roles.x, roles.y]).toEqual([["text"], "answer"]);
  });
});

it.each([
  ["from -5 to 5", (row: number) => (row % 11) - 5],
  ["written with a point", (row: number) => `${1 + (row % 5)}.0`],
  ["in halves", (row: number) => (row % 9) / 2],
])("offers ratings %s as labels", (_, rating) => {
  const table = tableFrom({ text: (row) => `A comment about lift number ${row}`, rating });
  const { roles, doubts } = describeTable(table);
  expect(roles.y).toBe("rating");
  expect(written(doubts[0]!.says)).toContain("rating holds numbers, which are labels only if");
});
