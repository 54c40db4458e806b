import { type ClusterKey, clustersOf } from "../numerics/resampler.ts";
import { effectiveSize } from "../resampling/effective-size.ts";

/** A unit that may be resampled whole, with one key for each row. */
export interface UnitCandidate {
  /** The name shown beside ±, such as `question` or `x`. */
  readonly name: string;
  readonly keys: ArrayLike<ClusterKey>;
}

/** The unit that is resampled, and the number of such units. */
export interface ResamplingUnit {
  /** The candidate's name, or `pair`. */
  readonly name: string;
  readonly count: number;
  /** The clusters for `bootstrap`; absent where each pair is a unit of its own. */
  readonly clusters?: ArrayLike<ClusterKey>;
}

/** Fewer units than this do not show how units vary: say so beside every interval. */
export const FEWEST_UNITS = 10;

/**
 * The unit that the bootstrap resamples: the first candidate, from the coarsest on (contexts, then
 * x), whose units hold two or more pairs on average; otherwise pairs. Pairs of one unit share its
 * errors, for example a question that the model misreads, so resampling pairs would count one error
 * many times. A candidate that is the same for all pairs, such as a single context, is skipped,
 * since it leaves nothing to resample.
 * @throws RangeError if a candidate does not have one key for each pair
 * @example
 * const question = { name: "question", keys: ["Q1", "Q1", "Q2", "Q2"] };
 * resamplingUnit(4, [question]); // → { name: "question", count: 2 }
 */
export function resamplingUnit(
  pairs: number,
  candidates: readonly UnitCandidate[],
): ResamplingUnit {
  for (const { name, keys } of candidates) {
    const { count } = clustersOf(pairs, keys);
    if (count >= 2 && pairs >= 2 * count) return { name, count, clusters: keys };
  }
  return { name: "pair", count: pairs };
}

/**
 * The effective number of units: how many units of equal size would be worth as much, by Kish's
 * formula on their numbers of pairs. It equals their number if all have the same size. If one unit
 * has nearly all pairs, resampling units shows little of how they vary, however many there are (see
 * Carter, Schnepel and Steigerwald, 2017).
 * @throws RangeError where there is not one key for each pair
 *
 * @example
 * const unit = resamplingUnit(4, [{ name: "question", keys: ["a", "b", "a", "b"] }]);
 * effectiveUnits(4, unit); // → 2
 */
export function effectiveUnits(
  pairs: number,
  { clusters }: Pick<ResamplingUnit, "clusters">,
): number {
  const { of, count } = clustersOf(pairs, clusters);
  const sizes = new Float64Array(count);
  for (let pair = 0; pair < pairs; pair++) {
    sizes[of[pair]!]!++;
  }
  return effectiveSize(sizes);
}
