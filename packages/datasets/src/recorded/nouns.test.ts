import { describe, expect, it } from "vitest";
import { type MadeUp, nounsOriginals, originalsFrom } from "./made-up.test.support.ts";
import { nouns } from "./nouns.ts";

const rowsOf = (files: MadeUp) => nouns(originalsFrom(files)).get("nouns.csv");

describe("the table of nouns", () => {
  it("counts a model's samples and people by noun and gender, with 0 for an answer that none gave", () => {
    expect(rowsOf(nounsOriginals)).toEqual([
      ["model", "noun", "gender", "samples", "of", "people"],
      ["gpt-4o", "Lehrkraft", "male", 0, 2, 1],
      ["gpt-4o", "Lehrkraft", "female", 0, 2, 2],
      ["gpt-4o", "Lehrkraft", "neither", 2, 2, 0],
      ["gpt-4o", "Waise", "male", 1, 1, 0],
      ["gpt-4o", "Waise", "female", 0, 1, 0],
      ["gpt-4o", "Waise", "neither", 0, 1, 1],
      ["llama-3.1-8b", "Lehrkraft", "male", 0, 1, 1],
      ["llama-3.1-8b", "Lehrkraft", "female", 1, 1, 2],
      ["llama-3.1-8b", "Lehrkraft", "neither", 0, 1, 0],
    ]);
  });

  it("refuses an answer that is none of the three, with its line", () => {
    const [people = "", text = ""] = [...nounsOriginals][0] ?? [];
    const files = new Map([...nounsOriginals, [people, text.replace('"w"', '"f"')]]);
    expect(() => rowsOf(files)).toThrow(
      'data/human_annotators_long.csv line 3: MFN is "f", not one of m, w, n.',
    );
  });

  it("refuses a file without its columns", () => {
    const files = new Map([...nounsOriginals, ["data/human_annotators_long.csv", '"le_text"\n']]);
    expect(() => rowsOf(files)).toThrow(
      "human_annotators_long.csv line 1: there is no column MFN.",
    );
  });
});
