import { describe, expect, it } from "vitest";
import { elicitedDistances } from "./elicited-distances.ts";
import type { ElicitedShare } from "./pair-with-truth.ts";

/** The rows of an x: what the model says of each label beside people's shares. */
function input(
  x: string,
  masses: readonly number[],
  shares: readonly number[],
  more: { context?: string; weight?: number } = {},
): ElicitedShare[] {
  const { context = "", weight } = more;
  const given = context === "" ? {} : { given: { question: context } };
  return masses.map((conditional, i) => ({
    conditional,
    share: shares[i]!,
    keys: { context, x, y: "ABC"[i]!, ...given },
    ...(weight !== undefined && { weight }),
  }));
}

describe("the distances of elicited distributions", () => {
  it("are means over x, 0 of a model that says what people do", () => {
    const rows = [...input("1", [0.2, 0.8], [0.2, 0.8]), ...input("2", [0.5, 0.5], [1, 0])];
    expect(elicitedDistances(rows)).toEqual({
      x: 2,
      totalVariation: { mean: 0.25, standardError: expect.closeTo(0.177, 1) },
      jensenShannon: { mean: expect.closeTo(0.2158 / 2, 3), standardError: expect.any(Number) },
      // Two labels are one step apart, whatever their order.
      earthMovers: { mean: 0.25, standardError: expect.closeTo(0.177, 1) },
    });
  });

  it("count what the model says of a label that nobody gave", () => {
    const rows = [...input("1", [0.5, 0, 0.5], [0.5, 0.5, 0]), ...input("2", [0, 0, 1], [0, 0, 1])];
    expect(elicitedDistances(rows)!.totalVariation.mean).toBe(0.25);
  });

  it("are in steps of an order too where there is one, and of three labels without an order not", () => {
    const rows = [...input("1", [1, 0, 0], [0, 0, 1]), ...input("2", [1, 0, 0], [0, 1, 0])];
    const order = new Map(["A", "B", "C"].map((label, place) => [label, place]));
    expect(elicitedDistances(rows, order)!.earthMovers!.mean).toBe(1.5);
    expect(elicitedDistances(rows)).not.toHaveProperty("earthMovers");
    // Each context has labels of its own: two of them are in order, however many there are in all.
    const binary = [
      ...input("1", [1, 0], [0, 1], { context: "p" }),
      ...input("1", [1, 0], [0, 1], { context: "q" }).map((row) => ({
        ...row,
        keys: { ...row.keys, y: `${row.keys.y} of q` },
      })),
    ];
    expect(elicitedDistances(binary)!.earthMovers!.mean).toBe(1);
  });

  it("weigh each x by the mean weight of its rows, in the mean and in its error", () => {
    const rows = [
      ...input("1", [1, 0], [0, 1], { weight: 3 }),
      ...input("2", [1, 0], [1, 0]),
      ...input("3", [1, 0], [1, 0]),
    ];
    expect(elicitedDistances(rows)!.totalVariation.mean).toBeCloseTo(3 / 5, 12);
    const plain = rows.map((row) => ({ ...row, weight: 1 }));
    expect(elicitedDistances(plain)!.totalVariation.mean).toBeCloseTo(1 / 3, 12);
    const doubled = rows.map((row) => ({ ...row, weight: 2 }));
    expect(elicitedDistances(doubled)).toEqual(elicitedDistances(plain));
  });

  it("resample whole contexts where these hold several x", () => {
    const rows = Array.from({ length: 40 }, (_, i) =>
      input(String(i), i < 20 ? [1, 0] : [0.5, 0.5], [0.5, 0.5], {
        context: `c${Math.floor(i / 4)}`,
      }),
    ).flat();
    const byContext = elicitedDistances(rows)!.totalVariation.standardError;
    const apart = rows.map((row) => ({ ...row, keys: { ...row.keys, given: undefined } }));
    const byX = elicitedDistances(apart)!.totalVariation.standardError;
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
    expect(elicitedDistances(rows)).toMatchObject({
      x: 1,
      totalVariation: { mean: 1, standardError: NaN },
    });
    expect(elicitedDistances(input("1", [0, 0], [0.5, 0.5]))).toBeUndefined();
  });

  it("are none where x have fewer than two labels on average", () => {
    expect(
      elicitedDistances([...input("1", [1], [1]), ...input("2", [1, 0], [0, 1])]),
    ).toBeUndefined();
    expect(elicitedDistances([])).toBeUndefined();
  });
});
