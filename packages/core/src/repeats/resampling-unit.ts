import { type ClusterKey, clustersOf } from "../numerics/resampler.ts";
import { rowWeights } from "../numerics/weights.ts";
import { effectiveSize } from "../resampling/effective-size.ts";

/** What may be resampled whole, a key a row. */
export interface UnitCandidate {
  /** As it is shown beside ±: `question`, `x`. */
  readonly name: string;
  readonly keys: ArrayLike<ClusterKey>;
}

/** What is resampled, and how many there are of it. */
export interface ResamplingUnit {
  /** That of the candidate, or `pair`. */
  readonly name: string;
  readonly count: number;
  /** For `bootstrap`: absent where each pair is a unit of its own. */
  readonly clusters?: ArrayLike<ClusterKey>;
}

/** Fewer units than this are too few to tell how they vary: say so beside every interval. */
export const FEWEST_UNITS = 10;

/**
 * What the bootstrap resamples: the first candidate, from the coarsest on (contexts, then x), whose
 * units hold two pairs or more on average; otherwise pairs. Pairs of one unit share its errors,
 * such as a question that the model misreads, so resampling pairs would count one error many times.
 * A candidate that is the same for all pairs, such as a single context, is skipped, as it leaves
 * nothing to resample.
 * @throws RangeError where a candidate has not one key a pair
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
 * As how many units of equal weight the units of the pairs count: Kish's number of the total weights
 * of the units, which equals their number where all weigh the same. Where one unit has nearly all of
 * the weight, resampling units shows little of how they vary, however many there are (for clusters of
 * unequal size, Carter, Schnepel and Steigerwald, 2017).
 * @param weights one a pair, from 0; all 1 if not given
 * @throws RangeError where there is not one key and one weight a pair, and on a weight that is
 * negative or not finite
 *
 * @example
 * const unit = resamplingUnit(4, [{ name: "question", keys: ["a", "a", "b", "b"] }]);
 * effectiveUnits(4, unit, [1, 1, 1, 5]); // → 1.6
 */
export function effectiveUnits(
  pairs: number,
  { clusters }: Pick<ResamplingUnit, "clusters">,
  weights?: ArrayLike<number>,
): number {
  const { of, count } = clustersOf(pairs, clusters);
  const checkedWeights = weights && rowWeights(pairs, weights);
  const totals = new Float64Array(count);
  for (let pair = 0; pair < pairs; pair++) {
    totals[of[pair]!]! += checkedWeights?.[pair] ?? 1;
  }
  return effectiveSize(totals);
}
