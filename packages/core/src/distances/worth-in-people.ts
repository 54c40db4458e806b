import { pairGroups, type PairKeys } from "../repeats/pair-groups.ts";
import type { ResampledStatistic } from "../numerics/resampler.ts";
import { resamplingUnit } from "../repeats/resampling-unit.ts";
import { unitInterval } from "../resampling/unit-interval.ts";
import { type BootstrapOptions, replicated } from "../resampling/bootstrap.ts";
import type { Interval } from "../resampling/percentile-interval.ts";

/**
 * The number of people a model is worth, with its 95 % interval; ∞ where no poll of any size is
 * worse.
 */
export interface WorthInPeople extends Interval {
  readonly people: number;
  /** The unit of resampling: `context` or `x`. */
  readonly unit: string;
  readonly units: number;
}

/**
 * How many people a model's distributions are worth: the size of a poll about each x whose shares
 * are, in expectation, as far from all people's as the model's are, in mean squared distance (the
 * Brier score's; survey equivalence, Resnick et al., 2021, with a panel's shares as its report). A
 * poll of n is off by (1 − Σ p²) / n, so the number is the sum of the former over x by that of the
 * model's squared distances. Both are estimated without bias from the people who were asked: the
 * squared distance from their shares minus the expected error of these shares. So the number does
 * not grow with how many were asked. It is ∞ where the model is no further off than they are; more
 * people might show a difference.
 *
 * Masses are scaled to sum to one over the labels of an x. Whole contexts are resampled where they
 * hold two x or more on average, else x.
 * @param estimates P̂(y | x, c) of each row
 * @param counts how many people gave the label to x; for weighted people, scaled to sum to their
 * effective size
 * @throws RangeError on columns of unequal length, on a number that is negative or not finite,
 * where an x has no mass, and where it has fewer than two people
 *
 * @example
 * const keys = { x: ["a", "a", "b", "b"], labels: ["YES", "NO", "YES", "NO"] };
 * worthInPeople([0.7, 0.3, 0.5, 0.5], [8, 2, 3, 7], keys, { replicates: 100, seed: "1" });
 * // → { people: 46.25, low: 14.0, high: Infinity, unit: "x", units: 2 }
 */
export function worthInPeople(
  estimates: ArrayLike<number>,
  counts: ArrayLike<number>,
  keys: PairKeys,
  { level = 0.95, ...options }: BootstrapOptions & { readonly level?: number },
): WorthInPeople {
  const { x, contexts } = pairGroups(keys);
  const { loss, spread } = lossesOf(estimates, counts, x);
  const contextOf = new Uint32Array(x.count);
  for (let row = 0; row < x.of.length; row++) {
    contextOf[x.of[row]!] = contexts.of[row]!;
  }
  const unit = resamplingUnit(x.count, [{ name: "context", keys: contextOf }]);
  // A share of one person's error: finite where the number of people is not.
  const share: ResampledStatistic = (drawn) => {
    let [above, below] = [0, 0];
    for (let i = 0; i < drawn.length; i++) {
      above += drawn[i]! * loss[i]!;
      below += drawn[i]! * spread[i]!;
    }
    return above / below;
  };
  const clusters = unit.clusters && { clusters: unit.clusters };
  const [made] = replicated([share], x.count, { ...options, ...clusters });
  const { low, high } = unitInterval(made!.replicates, unit.count, level);
  return {
    people: peopleOf(made!.value),
    low: peopleOf(high),
    high: peopleOf(low),
    unit: unit.clusters ? "context" : "x",
    units: unit.count,
  };
}

function peopleOf(share: number): number {
  return share <= 0 ? Infinity : 1 / share;
}

/**
 * For each x, unbiased estimates of the model's squared distance from all people, and of that of a
 * poll of one person.
 */
function lossesOf(
  estimates: ArrayLike<number>,
  counts: ArrayLike<number>,
  { of, count }: { readonly of: Uint32Array; readonly count: number },
) {
  for (const column of [estimates, counts]) {
    if (column.length === of.length) continue;
    throw new RangeError(`worthInPeople takes ${of.length} numbers a column, not ${column.length}`);
  }
  const [masses, people] = [new Float64Array(count), new Float64Array(count)];
  for (let row = 0; row < of.length; row++) {
    if (!(estimates[row]! >= 0 && estimates[row]! < Infinity && counts[row]! >= 0)) {
      throw new RangeError(
        `worthInPeople takes numbers from 0, finite, not ${estimates[row]} and ${counts[row]} at index ${row}`,
      );
    }
    masses[of[row]!]! += estimates[row]!;
    people[of[row]!]! += counts[row]!;
  }
  if (masses.some((mass) => mass === 0)) throw new RangeError("an x has no mass; leave it out");
  if (people.some((all) => !(all >= 2))) {
    throw new RangeError("an x has fewer than two people; leave it out");
  }
  const [distance, squares] = [new Float64Array(count), new Float64Array(count)];
  for (let row = 0; row < of.length; row++) {
    const group = of[row]!;
    const share = counts[row]! / people[group]!;
    distance[group]! += (estimates[row]! / masses[group]! - share) ** 2;
    squares[group]! += share * share;
  }
  const spread = squares.map((sum, group) => ((1 - sum) * people[group]!) / (people[group]! - 1));
  return { loss: distance.map((sum, group) => sum - spread[group]! / people[group]!), spread };
}
