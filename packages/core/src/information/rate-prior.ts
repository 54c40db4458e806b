import { logRising } from "../numerics/log-rising.ts";
import { ZERO_CLAMP } from "./pmi.ts";

/** The counts of some labels, and their elicited rates. */
export interface CountedRates {
  /** The elicited P(y) of each label; they need not sum to one. */
  readonly rates: readonly number[];
  /** The number of people who gave the label at the same index. */
  readonly counts: readonly number[];
  /** The number of people asked. */
  readonly total: number;
}

/**
 * A gamma prior of P(y) for each label: its mean is `scale` times the elicited rate, its relative
 * variance 1 / `shape`.
 */
export interface RatePrior {
  readonly scale: number;
  readonly shape: number;
}

/**
 * The prior under which the counts are likeliest (empirical Bayes; negative binomial counts). The
 * elicited rates are taken to err by a factor for each label, as likely for a rare one as for a
 * frequent one, and by a common factor: a model's rates may sum to five. The shape is infinite
 * where the counts differ from the rates no more than by chance. Without any counts, the rates stay
 * as they are.
 *
 * @example
 * ratePrior({ rates: [0.02, 0.3, 0.1], counts: [12, 20, 1], total: 40 });
 * // → { scale: 5.307, shape: 0.579 }
 */
export function ratePrior(counted: CountedRates): RatePrior {
  if (!counted.counts.some((count) => count > 0))
    return { scale: 1, shape: Number.POSITIVE_INFINITY };
  const at = (ln: number): number =>
    logMarginalLikelihood(likeliestScale(Math.exp(ln), counted), counted);
  let [low, high] = LN_SHAPES;
  while (high - low > 1e-6) {
    const third = (high - low) / 3;
    if (at(low + third) < at(high - third)) low += third;
    else high -= third;
  }
  return likeliestScale(
    high === LN_SHAPES[1] ? Number.POSITIVE_INFINITY : Math.exp((low + high) / 2),
    counted,
  );
}

/**
 * The range of ln shape, from one at which the counts alone decide to one with a negligible error
 * of a quarter of a percent.
 */
const LN_SHAPES: readonly [number, number] = [-6, 12];

/** The prior with this shape and the scale that maximises the likelihood of the counts. */
function likeliestScale(shape: number, { rates, counts, total }: CountedRates): RatePrior {
  let scale = 1;
  for (let round = 0; round < 200; round++) {
    let [seen, expected] = [0, 0];
    for (const [i, rate] of rates.entries()) {
      const mean = total * scale * positive(rate);
      const weight = 1 / (1 + mean / shape);
      seen += weight * counts[i]!;
      expected += weight * mean;
    }
    scale *= seen / expected;
    if (Math.abs(seen / expected - 1) < 1e-12) break;
  }
  return { scale, shape };
}

/**
 * The log marginal likelihood of counts under a prior, in nats, without terms that do not depend on
 * the prior.
 */
export function logMarginalLikelihood(
  { scale, shape }: RatePrior,
  { rates, counts, total }: CountedRates,
): number {
  return rates.reduce((sum, rate, i) => {
    const [mean, count] = [total * scale * positive(rate), counts[i]!];
    const seen =
      count === 0 ? 0 : logRising(shape, count) + count * Math.log(mean / (shape + mean));
    return sum + seen - shape * Math.log1p(mean / shape);
  }, 0);
}

/** A rate of 0 could not be contradicted by any count. */
function positive(rate: number): number {
  return Math.max(rate, ZERO_CLAMP);
}

/**
 * P(y) after the count: the posterior mean for a label with this elicited rate that `count` of
 * `total` people gave.
 *
 * @example
 * const prior = ratePrior({ rates: [0.02, 0.01], counts: [3, 1], total: 40 });
 * posteriorRate(prior, 0.02, 3, 40); // → 0.0667
 */
export function posteriorRate(
  { scale, shape }: RatePrior,
  said: number,
  count: number,
  total: number,
): number {
  const mean = scale * positive(said);
  return Math.min(1, (mean * (1 + count / shape)) / (1 + (mean * total) / shape));
}
