import { withoutNaN } from "../numerics/columns.ts";
import type { Replicated } from "./bootstrap.ts";
import { percentileInterval, type Interval } from "./percentile-interval.ts";
import { standardError } from "./standard-error.ts";

/** The difference of two statistics of the same items, first less second. */
export interface PairedDifference extends Interval {
  readonly difference: number;
  readonly standardError: number;
  /** Two-sided; the probability, were there no difference, of one so far from zero. */
  readonly p: number;
  /** Resamples on which either statistic had no value; they are left out. */
  readonly undefinedReplicates: number;
}

/**
 * The paired bootstrap of a difference: both statistics' replicates must come from the same resamples, that is from one
 * call of `bootstrap` or from two with one seed. The interval is the percentile interval; p is twice the smaller share
 * of replicated differences on either side of zero, zero itself included and one added to count and total, so that p is
 * never 0 and is 1 for two methods that always agree (Davison and Hinkley, 1997, Section 4.4). NaN where no replicate
 * has a value.
 * @throws RangeError on unequal numbers of replicates
 */
export function pairedDifference(first: Replicated, second: Replicated, level = 0.95): PairedDifference {
  if (first.replicates.length !== second.replicates.length) {
    throw new RangeError(
      `pairedDifference takes replicates from the same resamples, but got ` +
        `${first.replicates.length} and ${second.replicates.length} of them`,
    );
  }
  const all = first.replicates.map((value, b) => value - second.replicates[b]!);
  const differences = withoutNaN(all);
  return {
    difference: first.value - second.value,
    standardError: standardError(differences),
    ...percentileInterval(differences, level),
    p: pairedP(first.replicates, second.replicates),
    undefinedReplicates: all.length - differences.length,
  };
}

/**
 * The p of `pairedDifference` alone, which needs no sorting: for many pairs of methods on the same resamples. NaN where
 * no replicate has a value.
 */
export function pairedP(first: Float64Array, second: Float64Array): number {
  let [notAbove, notBelow, defined] = [1, 1, 0];
  for (let b = 0; b < first.length; b++) {
    const difference = first[b]! - second[b]!;
    if (difference <= 0) notAbove++;
    if (difference >= 0) notBelow++;
    if (!Number.isNaN(difference)) defined++;
  }
  return defined === 0 ? Number.NaN : Math.min(1, (2 * Math.min(notAbove, notBelow)) / (defined + 1));
}
