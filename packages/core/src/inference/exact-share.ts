import { betaQuantile } from "./beta-quantile.ts";
import { type Interval, tailOf } from "../resampling/percentile-interval.ts";

/**
 * With fewer labels of either kind, or a more skewed share, the interval by Student's t covers the
 * true value in less than 93 % of cases.
 */
const FEWEST_OF_A_KIND = 5;
const TOO_SKEWED_SHARE = 0.25;

/**
 * Beyond this skewness of the estimate, its labels are too skewed for Student's t: a sample needs
 * more labels than 25 times their squared skewness (Cochran, 1977, Section 2.15). The skewness of a
 * share is known exactly, so a larger one may pass; for other labels, the skewness in a sample
 * understates the true one.
 */
export const TOO_SKEWED = 0.2;

/**
 * Whether Student's t is unsuitable for a share of `size` labels, because few are of one kind and
 * the share is too skewed.
 */
export function isFewOfAKind(share: number, size: number): boolean {
  const skewness = Math.abs(1 - 2 * share) / Math.sqrt(size * share * (1 - share));
  return size * Math.min(share, 1 - share) < FEWEST_OF_A_KIND || skewness > TOO_SKEWED_SHARE;
}

/**
 * The exact interval of a share of `size` independent labels (Clopper and Pearson, 1934), by
 * quantiles of the beta distribution. It covers the true share in at least `level` of all cases.
 * `size` need not be a whole number: where labels are dependent, or strata were labelled at
 * different rates, it is the effective number (Korn and Graubard, 1998). Both ends are NaN without
 * labels.
 * @throws RangeError where `level` is not between 0 and 1
 * @example
 * exactShare(0.9, 20); // → { low: 0.683, high: 0.988 }
 */
export function exactShare(share: number, size: number, level = 0.95): Interval {
  const tail = tailOf(level);
  if (!(size > 0)) return { low: Number.NaN, high: Number.NaN };
  const [of, others] = [share * size, (1 - share) * size];
  return {
    low: of > 0 ? betaQuantile(tail, of, others + 1) : 0,
    high: others > 0 ? 1 - betaQuantile(tail, others, of + 1) : 1,
  };
}
