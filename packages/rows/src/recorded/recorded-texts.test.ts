import { describe, expect, it } from "vitest";
import { type RowRecord, tableOf } from "../input/table.ts";
import { readRecorded } from "./read-recorded.ts";
import { recordedTexts } from "./recorded-texts.ts";

const textsOf = async (rows: readonly RowRecord[]): Promise<string[]> =>
  recordedTexts(await readRecorded(await tableOf(rows), { given: ["q"] }));

describe("sentences on recorded masses", () => {
  it("say how many sets there are and how many masses are exactly 0", async () => {
    const rows = [
      { x: "a", q: "one", label: "joy", mass: 1 },
      { x: "a", q: "one", label: "fear", mass: 0 },
    ];
    expect(await textsOf(rows)).toEqual(["Sets of masses: 1; 1 of 2 masses are exactly 0."]);
  });

  it("say which sets are unreadable or incomplete, and which contexts lack a base rate", async () => {
    const rows = [
      { x: "a", q: "one", label: "joy", mass: 0.6, base_rate: 0 },
      { x: "a", q: "one", label: "fear", mass: 0.2, base_rate: 0 },
      { x: "b", q: "two", label: "joy", mass: 0, base_rate: 0.5 },
      { x: "b", q: "two", label: "fear", mass: 0, base_rate: 0.5 },
    ];
    expect(await textsOf(rows)).toEqual([
      "Sets of masses: 2, 1 of them unreadable (a mass is empty, or all are 0); 0 of 2 masses are exactly 0.",
      "Sets that sum to less than 1: 1, used as recorded, as the rest belongs to options without a row.",
      "Contexts without a base rate, as all of theirs are 0: 1 of 2. Their pairs have no PMI with it.",
    ]);
  });
});
