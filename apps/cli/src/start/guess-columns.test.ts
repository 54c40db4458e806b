import { describe, expect, it } from "vitest";
import { guessColumns } from "./choose-columns.ts";

/** The beginning of a file, its columns in the first line. */
function start(...[columns = [], ...rows]: readonly (readonly string[])[]) {
  return {
    delimiter: undefined,
    columns,
    rows: rows.map((row) => (column: string) => row[columns.indexOf(column)] ?? ""),
  };
}

const messages = start(
  ["id", "Review Text", "queue", "agents"],
  ["1", "My parcel never came.", "delivery", "9"],
  ["2", "My parcel never came.", "returns", "1"],
  ["3", "You charged my card twice.", "billing", "9"],
  ["4", "I want to send it back.", "returns", "10"],
);

describe("guessColumns", () => {
  it("takes the longest text for x, what comes again for y, whole numbers for counts, and no numbering of rows", () => {
    expect(guessColumns("m.csv", messages, {})).toEqual({ x: ["Review Text"], y: "queue", count: "agents" });
  });

  it("takes what was given, and guesses the rest beside it", () => {
    const given = { x: ["queue"], count: false } as const;
    expect(guessColumns("m.csv", messages, given)).toEqual({ x: ["queue"], y: "agents", count: undefined });
    expect(guessColumns("m.csv", messages, { y: "Review Text" })).toMatchObject({ y: "Review Text", x: ["queue"] });
  });

  it("takes numbers for labels where there is nothing else", () => {
    const stars = start(["review", "stars"], ["Nice", "5"], ["Bad", "1"], ["Fine", "5"]);
    expect(guessColumns("m.csv", stars, {})).toEqual({ x: ["review"], y: "stars", count: undefined });
  });

  it("takes the first of texts that are alike for x: a cue stands before its response", () => {
    const pairs = start(["cue", "response", "n"], ["CAT", "MOUSES", "3"], ["CAT", "DOG", "2"], ["SEA", "WATER", "2"]);
    expect(guessColumns("m.csv", pairs, {})).toEqual({ x: ["cue"], y: "response", count: "n" });
  });

  it("refuses a column that is not there, and a table that tells nothing", () => {
    expect(() => guessColumns("m.csv", messages, { y: "mood" })).toThrow(
      "--y: m.csv has no column mood; there are id, Review Text, queue, agents",
    );
    expect(() => guessColumns("m.csv", start(["a"], ["x"], ["y"]), {})).toThrow(
      "--y: what is x and what is y cannot be told; there are a: say it with --x and --y",
    );
  });
});
