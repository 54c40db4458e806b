import { describe, expect, it } from "vitest";
import { biasGroups } from "./bias-groups.ts";

describe("the groups by which a bias is taken", () => {
  it("are the texts of a column, and its numbers where they are few", () => {
    expect(biasGroups(["b", "a", "b"])).toEqual(["b", "a", "b"]);
    expect(biasGroups(["1", "5", "1"])).toEqual(["1", "5", "1"]);
  });

  it("are the quarters of many numbers, by their lowest and highest", () => {
    const lengths = Array.from({ length: 12 }, (_, i) => String(100 - i));
    expect(biasGroups(lengths)).toEqual(
      [
        ["98 to 100", 3],
        ["95 to 97", 3],
        ["92 to 94", 3],
        ["89 to 91", 3],
      ].flatMap(([name, count]) => Array.from({ length: count as number }, () => name)),
    );
  });

  it("keep equal numbers together", () => {
    const numbers = [1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(String);
    expect(new Set(biasGroups(numbers).slice(0, 7))).toEqual(new Set(["1 to 1"]));
  });
});
