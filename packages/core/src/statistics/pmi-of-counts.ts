/** How often x and y came together, x came, y came, and anything came at all. */
export interface PairCounts {
  readonly pair: number;
  readonly x: number;
  readonly y: number;
  readonly all: number;
}

/**
 * PMI in nats from counts: log P(y|x) − log P(y) = log (pair · all) / (x · y), one logarithm of one
 * ratio. Pairs whose ratios are equal so have exactly equal PMI and tie in a rank correlation, where
 * the difference of two rounded logarithms would rank them by its last digit. Whole counts tie
 * exactly however large their products are; weights that are no whole numbers as far as rounding lets
 * them.
 *
 * −∞ where `pair` is 0 and the others are not; NaN where the ratio is 0 / 0.
 */
export function pmiOfCounts({ pair, x, y, all }: PairCounts): number {
  const [above, below] = [pair * all, x * y];
  // The quotient of two exact integers is rounded once, so equal ratios give one number.
  if (Number.isSafeInteger(above) && Number.isSafeInteger(below)) return Math.log(above / below);
  return Math.log(cancelled([pair, all], [x, y]));
}

type Two = readonly [number, number];

/**
 * (a · b) / (c · d) with what is common to both cancelled before the products are rounded, since equal
 * ratios have the same lowest terms; of weights, or where one is 0, the plain ratio.
 */
function cancelled([a, b]: Two, [c, d]: Two): number {
  if (![a, b, c, d].every((count) => Number.isSafeInteger(count) && count > 0)) {
    return (a / c) * (b / d);
  }
  const [a1, c1] = lowest(a, c);
  const [a2, d1] = lowest(a1, d);
  const [b1, c2] = lowest(b, c1);
  const [b2, d2] = lowest(b1, d1);
  return (a2 * b2) / (c2 * d2);
}

/** The numerator and denominator of a / b in lowest terms. */
function lowest(a: number, b: number): Two {
  let [divisor, rest] = [a, b];
  while (rest > 0) [divisor, rest] = [rest, divisor % rest];
  return [a / divisor, b / divisor];
}
