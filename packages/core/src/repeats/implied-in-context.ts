import { pairGroups, type PairKeys } from "./pair-groups.ts";
import type { Clusters } from "../numerics/resampler.ts";
import { numbersAt } from "../numerics/columns.ts";

/**
 * The base rate that conditionals imply for each row's label in its context: the plain mean of P̂(y
 * | x, c) over the distinct x of the context. Each x counts the same, however often it occurs and
 * however many labels were asked about. An x without a conditional for that label is left out, as
 * are NaN rows; NaN where none remains.
 *
 * For a truthful respondent this is the mean of people's own P(y | x, c), which equals P(y | c) if
 * the same number of people answered about each x. It can replace the base rate only if the x asked
 * about are all x of the context, or a fair sample of them.
 * @throws RangeError on columns of unequal length
 * @example
 * const keys = { x: ["a", "a", "b", "b"], labels: ["YES", "NO", "YES", "NO"] };
 * impliedInContext([0.9, 0.1, 0.7, 0.3], keys); // → [0.8, 0.2, 0.8, 0.2]
 */
export function impliedInContext(conditionals: ArrayLike<number>, keys: PairKeys): Float64Array {
  const { pairs, labels } = pairGroups(keys);
  const rows = labels.of.length;
  if (conditionals.length !== rows) {
    throw new RangeError(`impliedInContext takes ${rows} numbers, not ${conditionals.length}`);
  }
  const ofPair = meansOf(Float64Array.from(conditionals), pairs);
  // One row for each pair, so that a repeated x counts once.
  const once = new Float64Array(rows).fill(Number.NaN);
  const seen = new Uint8Array(pairs.count);
  for (let row = 0; row < rows; row++) {
    const pair = pairs.of[row]!;
    if (seen[pair] === 0) once[row] = ofPair[pair]!;
    seen[pair] = 1;
  }
  const ofLabel = meansOf(once, labels);
  return numbersAt(ofLabel, labels.of);
}

/** The mean of each group, without NaN values. */
function meansOf(values: Float64Array, { of, count }: Clusters): Float64Array {
  const [sums, sizes] = [new Float64Array(count), new Uint32Array(count)];
  for (let row = 0; row < values.length; row++) {
    if (Number.isNaN(values[row]!)) continue;
    sums[of[row]!]! += values[row]!;
    sizes[of[row]!]!++;
  }
  return sums.map((sum, group) => sum / sizes[group]!);
}
