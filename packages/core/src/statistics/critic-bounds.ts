import { logMeanExp } from "../numerics/log-mean-exp.ts";
import { mean } from "../numerics/moments.ts";
import { requireEach } from "../numerics/columns.ts";

/**
 * A critic's scores f(x, y) on two samples. A critic that is the true PMI makes Donsker–Varadhan tight; one plus the
 * true PMI makes NWJ tight. All in nats.
 */
export interface CriticScores {
  /** Of pairs drawn together, from P(x, y). −∞ is allowed: it makes the bounds −∞. */
  readonly joint: ArrayLike<number>;
  /** Of pairs drawn apart, from P(x) P(y). −∞ is allowed and counts as e^−∞ = 0. */
  readonly product: ArrayLike<number>;
}

/**
 * The Donsker–Varadhan lower bound on mutual information, E[f] − log E′[e^f] (Donsker and Varadhan, 1983; MINE,
 * Belghazi et al., 2018), estimated from the samples: the logarithm of a sample mean is biased, so with few samples the
 * estimate may exceed the mutual information. NaN without samples.
 * @throws RangeError on NaN or +∞
 */
export function donskerVaradhan({ joint, product }: CriticScores): number {
  return meanOf(joint) - logMeanExp(product);
}

/**
 * The Nguyen–Wainwright–Jordan lower bound, E[f] − E′[e^(f − 1)] (2010): looser than Donsker–Varadhan for the same
 * critic, but its estimate is unbiased. NaN without samples.
 * @throws RangeError on NaN or +∞
 */
export function nguyenWainwrightJordan({ joint, product }: CriticScores): number {
  return meanOf(joint) - Math.exp(logMeanExp(product) - 1);
}

/**
 * The Jensen–Shannon lower bound (Nowozin et al., 2016; Deep InfoMax, Hjelm et al., 2019), as a bound on what it
 * bounds: the Jensen–Shannon divergence of P(x, y) from P(x) P(y), at most log 2. Tight for the critic that is PMI. Not
 * a bound on mutual information, though it grows with it. NaN without samples.
 * @throws RangeError on NaN or +∞
 */
export function jensenShannon({ joint, product }: CriticScores): number {
  const together = meanOf(joint, (score) => -softplus(-score));
  const apart = meanOf(product, softplus);
  return Math.LN2 + (together - apart) / 2;
}

function meanOf(scores: ArrayLike<number>, of: (score: number) => number = (score) => score): number {
  requireEach(scores, (score) => score < Number.POSITIVE_INFINITY, "a critic's score is a number or -Infinity");
  return mean(Float64Array.from(scores, of));
}

/** log(1 + eˢ) without overflow. */
function softplus(score: number): number {
  return Math.max(score, 0) + Math.log1p(Math.exp(-Math.abs(score)));
}
