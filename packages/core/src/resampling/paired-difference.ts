import { withoutNaN } from "../numerics/columns.ts";
import { normalQuantile } from "../numerics/normal-distribution.ts";
import type { ReplicatedStatistic } from "./bootstrap.ts";
import { percentileInterval, type Interval } from "./percentile-interval.ts";
import { standardError } from "./standard-error.ts";
import { unitInterval, unitP } from "./unit-interval.ts";

/** The difference of two statistics of the same items, first minus second. */
export interface PairedDifference extends Interval {
  readonly difference: number;
  readonly standardError: number;
  /**
   * The two-sided p: the probability of a difference at least as far from zero if there were none.
   */
  readonly p: number;
  /** Resamples on which either statistic had no value; they are left out. */
  readonly undefinedReplicates: number;
}

/**
 * The paired bootstrap of a difference. Both statistics' replicates must come from the same
 * resamples: from one call of `bootstrap`, or from two with one seed. The interval is that of
 * `unitInterval` for the number of items or clusters that were drawn, or the percentile interval if
 * that number is not known; p is that of {@link pairedP}. NaN if no replicate has a value.
 * @throws RangeError on unequal numbers of replicates
 * @example
 * const rhoOf = (estimates) => resampledSpearman(estimates, [1, 2, 3, 4, 5, 6]);
 * const both = [rhoOf([1, 2, 3, 4, 6, 5]), rhoOf([2, 1, 3, 6, 5, 4])];
 * const [ours, theirs] = replicated(both, 6, { replicates: 1000, seed: "1" });
 * pairedDifference(ours, theirs); // → { difference: 0.229, p: 0.425 }
 */
export function pairedDifference(
  first: ReplicatedStatistic,
  second: ReplicatedStatistic,
  level = 0.95,
): PairedDifference {
  if (first.replicates.length !== second.replicates.length) {
    throw new RangeError(
      `pairedDifference takes replicates from the same resamples, but got ` +
        `${first.replicates.length} and ${second.replicates.length} of them`,
    );
  }
  const all = first.replicates.map((value, b) => value - second.replicates[b]!);
  const differences = withoutNaN(all);
  const units = unitsOf(first, second);
  return {
    difference: first.value - second.value,
    standardError: standardError(differences),
    ...(units === Infinity
      ? percentileInterval(differences, level)
      : unitInterval(differences, units, level)),
    p: pairedP(first, second),
    undefinedReplicates: all.length - differences.length,
  };
}

/**
 * The p of `pairedDifference` alone, which needs no sorting, for many pairs of methods on the same
 * resamples. It is twice the smaller share of replicated differences on either side of zero,
 * counting zero itself and adding one to count and total, so that p is 1 for two methods that
 * always agree (Davison and Hinkley, 1997, Section 4.4). B replicates resolve no p below 2 / (B +
 * 1), and Holm's correction for many comparisons asks for less. If no replicate is on the other
 * side of zero, p is therefore that of the difference over its standard error, if that is smaller.
 * Both use Student's t for the number of items drawn (`unitP`): with 8 questions, the plain share
 * puts one of two equal methods below the other in 9 of 100 tables. NaN if no replicate has a
 * value.
 *
 * @example
 * const rhoOf = (estimates) => resampledSpearman(estimates, [1, 2, 3, 4, 5, 6]);
 * const both = [rhoOf([1, 2, 3, 4, 6, 5]), rhoOf([2, 1, 3, 6, 5, 4])];
 * const [ours, theirs] = replicated(both, 6, { replicates: 1000, seed: "1" });
 * pairedP(ours, theirs); // → 0.425
 */
export function pairedP(first: ReplicatedStatistic, second: ReplicatedStatistic): number {
  let [notAbove, notBelow, defined] = [1, 1, 0];
  for (let b = 0; b < first.replicates.length; b++) {
    const difference = first.replicates[b]! - second.replicates[b]!;
    if (difference <= 0) notAbove++;
    if (difference >= 0) notBelow++;
    if (!Number.isNaN(difference)) defined++;
  }
  if (defined === 0) return Number.NaN;
  const units = unitsOf(first, second);
  const crossing = Math.min(notAbove, notBelow);
  const share = Math.min(1, (2 * crossing) / (defined + 1));
  const p = share === 1 ? 1 : unitP(normalQuantile(share / 2), units);
  return crossing === 1 ? Math.min(p, unitP(errorsFromZero(first, second), units)) : p;
}

/**
 * The distance of the difference from 0 in standard deviations of its replicates; 0 if that has no
 * value.
 */
function errorsFromZero(first: ReplicatedStatistic, second: ReplicatedStatistic): number {
  const differences = first.replicates.map((value, b) => value - second.replicates[b]!);
  const errors = (first.value - second.value) / standardError(withoutNaN(differences));
  return Number.isNaN(errors) ? 0 : errors;
}

/** The number of units drawn in each resample; ∞ where neither statistic states it. */
function unitsOf(first: ReplicatedStatistic, second: ReplicatedStatistic): number {
  return Math.min(first.items ?? Infinity, second.items ?? Infinity);
}
