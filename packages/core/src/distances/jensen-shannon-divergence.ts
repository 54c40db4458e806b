import { sharesOf } from "./shares.ts";

/**
 * The Jensen–Shannon divergence of two distributions over the same labels, in nats: the mean of the
 * Kullback–Leibler divergences of either from their mean (Lin, 1991). From 0 to log 2, which it is
 * where they share no label; its square root is a distance, that of
 * `scipy.spatial.distance.jensenshannon`. Masses are scaled to sum to one; NaN where one
 * distribution has no mass.
 * @throws RangeError on unequal lengths, and on a mass that is negative or not finite
 * @example
 * jensenShannonDivergence([0.5, 0.5], [0.9, 0.1]); // → 0.102
 */
export function jensenShannonDivergence(
  first: ArrayLike<number>,
  second: ArrayLike<number>,
): number {
  const [p, q] = sharesOf("jensenShannonDivergence", first, second);
  const from = (share: number, other: number): number =>
    share === 0 ? 0 : share * Math.log((2 * share) / (share + other));
  const sum = p.reduce((total, share, i) => total + from(share, q[i]!) + from(q[i]!, share), 0);
  // Rounding may carry that of equal distributions below 0.
  return Math.max(0, sum / 2);
}
