import { describe, expect, it } from "vitest";
import type { Label } from "../types.ts";
import { elicitedDistances } from "./elicited-distances.ts";
import { frameOfPairs, type KnownPair } from "./frame-of-pairs.test.support.ts";

const distancesOf = (pairs: readonly KnownPair[], order?: ReadonlyMap<Label, number>) =>
  elicitedDistances(frameOfPairs(pairs), 0, { seed: "1", replicates: 1000, order });

/** The rows of an x: what the model says of each label beside people's shares. */
function input(
  x: string,
  masses: readonly number[],
  shares: readonly number[],
  { context }: { context?: string } = {},
): KnownPair[] {
  return masses.map((conditional, i) => ({
    estimate: { conditional },
    truth: { conditional: shares[i]! },
    keys: { context: context === undefined ? undefined : { question: context }, x, y: "ABC"[i]! },
  }));
}

describe("the distances of elicited distributions", () => {
  it("are means over x, 0 of a model that says what people do", () => {
    const rows = [...input("1", [0.2, 0.8], [0.2, 0.8]), ...input("2", [0.5, 0.5], [1, 0])];
    expect(distancesOf(rows)).toEqual({
      x: 2,
      totalVariation: { mean: 0.25, standardError: expect.closeTo(0.177, 1) },
      jensenShannon: { mean: expect.closeTo(0.2158 / 2, 3), standardError: expect.any(Number) },
      // Two labels are one step apart, whatever their order.
      earthMovers: { mean: 0.25, standardError: expect.closeTo(0.177, 1) },
    });
  });

  it("count what the model says of a label that nobody gave", () => {
    const rows = [...input("1", [0.5, 0, 0.5], [0.5, 0.5, 0]), ...input("2", [0, 0, 1], [0, 0, 1])];
    expect(distancesOf(rows)!.totalVariation.mean).toBe(0.25);
  });

  it("are in steps of an order too where there is one, and of three labels without an order not", () => {
    const rows = [...input("1", [1, 0, 0], [0, 0, 1]), ...input("2", [1, 0, 0], [0, 1, 0])];
    const order = new Map(["A", "B", "C"].map((label, place) => [label, place]));
    expect(distancesOf(rows, order)!.earthMovers!.mean).toBe(1.5);
    expect(distancesOf(rows)).not.toHaveProperty("earthMovers");
    // Each context has labels of its own: two of them are in order, however many there are in all.
    const binary = [
      ...input("1", [1, 0], [0, 1], { context: "p" }),
      ...input("1", [1, 0], [0, 1], { context: "q" }).map((row) => ({
        ...row,
        keys: { ...row.keys!, y: `${row.keys!.y} of q` },
      })),
    ];
    expect(distancesOf(binary)!.earthMovers!.mean).toBe(1);
  });

  it("resample whole contexts where these hold several x", () => {
    const rows = Array.from({ length: 40 }, (_, i) =>
      input(String(i), i < 20 ? [1, 0] : [0.5, 0.5], [0.5, 0.5], {
        context: `c${Math.floor(i / 4)}`,
      }),
    ).flat();
    const byContext = distancesOf(rows)!.totalVariation.standardError;
    const apart = rows.map((row) => ({ ...row, keys: { ...row.keys!, context: undefined } }));
    const byX = distancesOf(apart)!.totalVariation.standardError;
    // Ten contexts, half of them off by .5: .25 / √10, against .25 / √40.
    expect(byContext).toBeCloseTo(0.079, 2);
    expect(byX).toBeCloseTo(0.0395, 2);
  });

  it("leave out an x without mass, and count a pair once that stands twice", () => {
    const rows = [
      ...input("1", [0, 0], [0.5, 0.5]),
      ...input("2", [1, 0], [0, 1]),
      ...input("2", [1, 0], [0, 1]),
    ];
    expect(distancesOf(rows)).toMatchObject({
      x: 1,
      totalVariation: { mean: 1, standardError: NaN },
    });
    expect(distancesOf(input("1", [0, 0], [0.5, 0.5]))).toBeUndefined();
  });

  it("are none where x have fewer than two labels on average", () => {
    expect(distancesOf([...input("1", [1], [1]), ...input("2", [1, 0], [0, 1])])).toBeUndefined();
    expect(distancesOf([])).toBeUndefined();
  });
});
