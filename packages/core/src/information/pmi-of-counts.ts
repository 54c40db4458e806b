import { canonicalNumber } from "./canonical-number.ts";

/** How often x and y came together, x came, y came, and anything came at all. */
export interface PairCounts {
  readonly pair: number;
  readonly x: number;
  readonly y: number;
  readonly all: number;
}

/**
 * PMI in nats from counts: log P(y|x) − log P(y) = log (pair · all) / (x · y), one logarithm of one
 * ratio. So pairs whose ratios are equal have exactly equal PMI and tie in a rank correlation,
 * where the difference of two rounded logarithms would rank them by its last digit. Whole counts
 * tie exactly however large their products are; weights that are no whole numbers as far as
 * rounding lets them. −∞ where `pair` is 0 and the others are not; NaN where the ratio is 0 / 0.
 *
 * @example
 * pmiOfCounts({ pair: 8, x: 20, y: 10, all: 500 }); // → 2.996
 */
export function pmiOfCounts({ pair, x, y, all }: PairCounts): number {
  const [above, below] = [pair * all, x * y];
  // The quotient of two exact integers is rounded once, so equal ratios give one number.
  if (Number.isSafeInteger(above) && Number.isSafeInteger(below)) return Math.log(above / below);
  const counts = [pair, all, x, y];
  if (!counts.every((count) => Number.isSafeInteger(count) && count > 0)) {
    return Math.log(canonicalNumber((pair / x) * (all / y)));
  }
  // Equal ratios have the same lowest terms: what is common is cancelled before the products are
  // rounded.
  for (const i of [0, 1]) {
    for (const j of [2, 3]) {
      const common = greatestCommonDivisor(counts[i]!, counts[j]!);
      counts[i]! /= common;
      counts[j]! /= common;
    }
  }
  return Math.log((counts[0]! * counts[1]!) / (counts[2]! * counts[3]!));
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
