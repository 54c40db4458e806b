import { mean } from "../numerics/moments.ts";
import { requireEach } from "../numerics/columns.ts";

/**
 * A critic's scores f(x, y) in nats: the true PMI makes Donsker–Varadhan tight, and one plus it
 * makes NWJ tight.
 */
export interface CriticScores {
  /** Of pairs drawn together, from P(x, y). −∞ is allowed: it makes the bounds −∞. */
  readonly joint: ArrayLike<number>;
  /** Of pairs drawn apart, from P(x) P(y). −∞ is allowed and counts as e^−∞ = 0. */
  readonly product: ArrayLike<number>;
}

/**
 * The Donsker–Varadhan lower bound on mutual information, E[f] − log E′[e^f] (Donsker and Varadhan,
 * 1983; MINE, Belghazi et al., 2018), estimated from the samples: the logarithm of a sample mean is
 * biased, so with few samples the estimate may exceed the mutual information. NaN without samples.
 * @throws RangeError on NaN or +∞
 */
export function donskerVaradhan({ joint, product }: CriticScores): number {
  return meanOf(joint) - logMeanExp(product);
}

/**
 * The Nguyen–Wainwright–Jordan lower bound, E[f] − E′[e^(f − 1)] (2010): looser than
 * Donsker–Varadhan for the same critic, but its estimate is unbiased. NaN without samples.
 * @throws RangeError on NaN or +∞
 */
export function nguyenWainwrightJordan({ joint, product }: CriticScores): number {
  return meanOf(joint) - Math.exp(logMeanExp(product) - 1);
}

/**
 * The Jensen–Shannon lower bound (Nowozin et al., 2016; Deep InfoMax, Hjelm et al., 2019), as a
 * bound on what it bounds: the Jensen–Shannon divergence of P(x, y) from P(x) P(y), at most log 2.
 * Tight for the critic that is PMI. Not a bound on mutual information, though it grows with it. NaN
 * without samples.
 * @throws RangeError on NaN or +∞
 */
export function jensenShannon({ joint, product }: CriticScores): number {
  const together = meanOf(joint, (score) => -softplus(-score));
  const apart = meanOf(product, softplus);
  return Math.LN2 + (together - apart) / 2;
}

function meanOf(
  scores: ArrayLike<number>,
  of: (score: number) => number = (score) => score,
): number {
  requireEach(
    scores,
    (score) => score < Number.POSITIVE_INFINITY,
    "a critic's score is a number or -Infinity",
  );
  return mean(Float64Array.from(scores, of));
}

/** log(1 + eˢ) without overflow. */
function softplus(score: number): number {
  return Math.max(score, 0) + Math.log1p(Math.exp(-Math.abs(score)));
}

/**
 * One contrastive question: the critic's score of every candidate, and which one was drawn with x.
 */
export interface ContrastiveScores {
  /** f(x, yⱼ) of the K candidates, in nats; −∞ is allowed. */
  readonly scores: ArrayLike<number>;
  /** The place of the true y among them. */
  readonly target: number;
}

export interface InfoNceBound {
  /** In nats, never above `ceiling`; NaN without questions. */
  readonly bound: number;
  /** log K: the bound cannot show more mutual information than this. */
  readonly ceiling: number;
}

/**
 * The InfoNCE lower bound on mutual information (van den Oord et al., 2018): the mean over
 * questions of f(x, y) − log mean e^f(x, yⱼ), the mean over all K candidates. Best for the critic
 * that is PMI, up to any function of x.
 * @throws RangeError on NaN or +∞, where the questions differ in K, and where a target is no
 * candidate's place
 */
export function infoNceBound(questions: readonly ContrastiveScores[]): InfoNceBound {
  const K = questions[0]?.scores.length ?? Number.NaN;
  let sum = 0;
  questions.forEach(({ scores, target }, i) => {
    if (scores.length !== K) {
      const has = `question ${i} has ${scores.length}, not ${K}`;
      throw new RangeError(
        `infoNceBound takes questions with the same number of candidates; ${has}`,
      );
    }
    if (!(Number.isInteger(target) && target >= 0 && target < K)) {
      throw new RangeError(
        `the target of question ${i} is the place of a candidate from 0 to ${K - 1}, not ${target}`,
      );
    }
    const score = scores[target]!;
    sum += score === Number.NEGATIVE_INFINITY ? score : score - logMeanExp(scores);
  });
  return { bound: sum / questions.length, ceiling: Math.log(K) };
}

/**
 * log of the mean of e^score, without overflow; −∞ where every score is −∞, NaN for no scores.
 * @throws RangeError on NaN or +∞
 */
export function logMeanExp(scores: ArrayLike<number>): number {
  requireEach(
    scores,
    (score) => score < Number.POSITIVE_INFINITY,
    "a score is a number or -Infinity",
  );
  const numbers = Float64Array.from(scores);
  const most = numbers.reduce((one, two) => Math.max(one, two), Number.NEGATIVE_INFINITY);
  if (most === Number.NEGATIVE_INFINITY) return numbers.length === 0 ? Number.NaN : most;
  return most + Math.log(mean(numbers.map((score) => Math.exp(score - most))));
}
