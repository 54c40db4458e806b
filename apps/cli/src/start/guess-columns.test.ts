import { describe, expect, it } from "vitest";
import { type GivenColumns, guessColumns, sureColumns } from "./guess-columns.ts";

/** The beginning of a file, with the column names as its first row. */
function start(...[columns = [], ...rows]: readonly (readonly string[])[]) {
  return {
    delimiter: undefined,
    columns,
    rows: rows.map((row) => (column: string) => row[columns.indexOf(column)] ?? ""),
  };
}

/** The columns chosen without asking. Throws if anything is ambiguous. */
function taken(table: ReturnType<typeof start>, given: GivenColumns = {}) {
  return sureColumns("m.csv", guessColumns("m.csv", table, given));
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
    expect(guessColumns("m.csv", table, {}).roles.count).toBeUndefined();
    expect(() => taken(table)).toThrow(
      `--y: m.csv can be read in more than one way: the labels may be in queue or ${name}; ${name} may count people. Say which column is what with --y, --count or --no-count`,
    );
    expect(() => taken(table, { y: "queue" })).toThrow(
      `--count: m.csv can be read in more than one way: ${name} may count people. Say which column is what with --count or --no-count`,
    );
    expect(taken(table, { y: "queue", count: false })).toMatchObject({ y: "queue" });
    expect(taken(table, { y: "queue", count: name })).toMatchObject({ count: name });
  });

  it("asks which of two columns counts people", () => {
    const table = messages({ votes: ["1", "2", "3", "4"], raters: ["9", "9", "9", "9"] });
    expect(() => taken(table)).toThrow("--count: m.csv can be read in more than one way: votes or");
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
        "--y: m.csv can be read in more than one way: score holds numbers, which are labels only if you say so; score may count people.",
      );
      expect(taken(table, { y: "score" })).toMatchObject({ x: ["message"], y: "score" });
    },
  );

  it("refuses a table with one column per label", () => {
    const rows = texts.map((text, i) => [text, String(i % 2), "0", "1"]);
    const table = start(["message", "joy", "fear", "neutral"], ...rows);
    const { roles } = guessColumns("m.csv", table, {});
    expect([roles.y, roles.count]).toEqual([undefined, undefined]);
    expect(() => taken(table)).toThrow(
      "m.csv can be read in more than one way: joy, fear and neutral hold numbers, which may be one label each (give --wide joy,fear,neutral) or labels themselves. Say which column is what with --y or --wide",
    );
  });

  it("asks which of several texts is x and which is y", () => {
    const table = messages({ country: ["DE", "DE", "FR", "DE"] });
    expect(() => taken(table)).toThrow(
      "--y: m.csv can be read in more than one way: the labels may be in message, queue or country; what people were shown may be in message or queue, or in several. Say which column is what with --y, --x",
    );
    expect(() => taken(table, { y: "queue" })).toThrow(
      "--x: m.csv can be read in more than one way: what people were shown may be in message or country, or in several. Say which column is what with --x",
    );
    expect(taken(table, { y: "queue", x: ["message"] })).toMatchObject({ x: ["message"] });
  });

  it("asks which of two similar texts people were shown", () => {
    const table = start(["a", "b"], ["CAT", "MOUSES"], ["SEA", "WATER"]);
    expect(() => taken(table)).toThrow("the labels may be in a or b");
  });

  it("asks for everything if the table has one column", () => {
    expect(() => taken(start(["a"], ["x"], ["y"]))).toThrow(
      "--y: m.csv can be read in more than one way: no column is left for the labels. Say which column is what with --y",
    );
  });
});

it("refuses a column that does not exist", () => {
  expect(() => guessColumns("m.csv", messages(), { y: "mood" })).toThrow(
    "--y: m.csv has no column mood; there are message, queue",
  );
});
