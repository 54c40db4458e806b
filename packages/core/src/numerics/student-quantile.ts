import { incompleteBetaHalfOf } from "./incomplete-beta.ts";

/**
 * The t that Student's distribution exceeds with this probability, up to one half. It has 10 digits
 * for up to 100,000 degrees of freedom, which need not be a whole number. NaN without degrees of
 * freedom. It is found by bisection on x = df / (df + t²), whose two-sided probability is the
 * incomplete beta function.
 */
export function studentQuantile(tail: number, df: number): number {
  if (!(df > 0)) return Number.NaN;
  const twoSided = incompleteBetaHalfOf(df / 2);
  let [low, high] = [0, 1];
  for (let step = 0; step < 64; step++) {
    const x = (low + high) / 2;
    if (twoSided(x) < 2 * tail) low = x;
    else high = x;
  }
  return Math.sqrt((df * (1 - high)) / high);
}
