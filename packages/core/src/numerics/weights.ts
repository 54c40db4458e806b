import { requireEach } from "./columns.ts";

/**
 * The weights of `rows` rows as a typed array.
 * @throws RangeError unless there is one weight for each row, and on a weight that is negative
 *   or not finite
 */
export function rowWeights(rows: number, weights: ArrayLike<number>): Float64Array {
  if (weights.length !== rows) {
    throw new RangeError(`weights are one a row: ${rows} rows have ${weights.length}`);
  }
  requireEach(weights, (weight) => weight >= 0 && weight < Infinity, "a weight is from 0, finite");
  return Float64Array.from(weights);
}
