import { completeRows } from "./complete-rows.ts";
import { pearson, spearman } from "./correlation.ts";
import { incompleteBetaHalf } from "../numerics/incomplete-beta.ts";

export interface CorrelationTestOptions {
  /** How to treat pairs with NaN: throw (the default), or omit and count them. */
  readonly missing?: "refuse" | "omit";
}

/** A correlation with its p-value: the probability of one at least as strong if there were none. */
export interface CorrelationTest {
  readonly value: number;
  /** Two-sided, from Student's t with n − 2 degrees of freedom. */
  readonly p: number;
  /** Pairs used. */
  readonly n: number;
  /** Pairs left out for a NaN. */
  readonly dropped: number;
  /** Why `value` or `p` is NaN; absent where neither is. */
  readonly reason?: "fewer than three pairs" | "no variance";
}

type Correlation = (x: ArrayLike<number>, y: ArrayLike<number>) => number;
type Test = (
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  options?: CorrelationTestOptions,
) => CorrelationTest;

/**
 * Spearman's ρ with its p-value. The t distribution is an approximation, close from about 20 pairs
 * (Kendall and Stuart, 1973, Section 31.19); `permutationTest` is exact in small samples. For fewer
 * than three pairs p is NaN.
 * @throws RangeError on unequal lengths, and on NaN unless it is to be omitted
 */
export const spearmanTest: Test = testOf(spearman);

/**
 * Pearson's r with its p-value, exact where both columns are normal and independent. For fewer than
 * three pairs p is NaN.
 * @throws RangeError on unequal lengths and on ±∞, and on NaN unless it is to be omitted
 */
export const pearsonTest: Test = testOf(pearson);

function testOf(correlation: Correlation): Test {
  return (x, y, { missing = "refuse" } = {}) => {
    const rows =
      missing === "omit" ? completeRows([x, y]) : { columns: [x, y] as const, dropped: 0 };
    const [first, second] = rows.columns as readonly [ArrayLike<number>, ArrayLike<number>];
    const value = correlation(first, second);
    const n = first.length;
    const p = n < 3 ? Number.NaN : incompleteBetaHalf((n - 2) / 2, (1 - value) * (1 + value));
    const test = { value, p, n, dropped: rows.dropped };
    if (n < 3) return { ...test, reason: "fewer than three pairs" };
    return Number.isNaN(value) ? { ...test, p: Number.NaN, reason: "no variance" } : test;
  };
}
