import { betaQuantile } from "./beta-quantile.ts";
import { type Interval, tailOf } from "../resampling/percentile-interval.ts";

/**
 * With fewer labels of either kind, or a greater skewness of a share, Student's t covers the truth
 * in less than 93 %.
 */
const FEWEST_OF_A_KIND = 5;
const TOO_SKEWED_SHARE = 0.25;

/**
 * An estimate whose skewness is beyond this has labels too skewed for Student's t: 25 times their
 * squared skewness is more than there are (Cochran, 1977, Section 2.15). Of a share that is known
 * exactly more may pass; of other labels that of a sample is below what it is.
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
 * The exact interval of a share among so many independent labels (Clopper and Pearson, 1934), by
 * quantiles of the beta distribution; it holds in `level` of cases or more. `size` need not be
 * whole: where labels are not independent, or strata were labelled at unequal rates, it is the
 * effective one (Korn and Graubard, 1998). NaN at both ends for no label.
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
