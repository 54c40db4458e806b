import { pairGroups, type PairKeys } from "../repeats/pair-groups.ts";
import { earthMoversDistance } from "./earth-movers-distance.ts";
import { jensenShannonDivergence } from "./jensen-shannon-divergence.ts";
import { totalVariation } from "./total-variation.ts";

/** The distance of each x's elicited distribution from people's, one number for each x. */
export interface DistancesByX {
  /**
   * A row of each x, for its context and other keys: intervals resample contexts where these hold
   * several x.
   */
  readonly rows: Uint32Array;
  readonly totalVariation: Float64Array;
  /** In nats. */
  readonly jensenShannon: Float64Array;
  /** In steps from a label to the next; absent where labels have no order. */
  readonly earthMovers?: Float64Array;
}

/**
 * The distances of P̂(y | x, c) from people's P(y | x, c), for each x of each context over the
 * labels of its rows. Masses are scaled to sum to one over these, so that OTHER and labels without
 * a row are left out. NaN where one has no mass.
 * @param estimates P̂(y | x, c) of each row
 * @param truth people's, or their counts
 * @param positions of each row's label in its order, as 1, 2, 3; not given where labels have none
 * @throws RangeError on columns of unequal length, if a label of x has two rows or two of its
 * labels have one position, and on a mass that is negative or not finite
 *
 * @example
 * const keys = { x: ["a", "a", "b", "b"], labels: ["YES", "NO", "YES", "NO"] };
 * distancesByX([0.9, 0.1, 0.5, 0.5], [8, 2, 3, 7], keys).totalVariation; // → [0.1, 0.2]
 */
export function distancesByX(
  estimates: ArrayLike<number>,
  truth: ArrayLike<number>,
  keys: PairKeys,
  positions?: ArrayLike<number>,
): DistancesByX {
  const { x, pairs } = pairGroups(keys);
  const all = pairs.of.length;
  for (const column of [estimates, truth, ...(positions ? [positions] : [])]) {
    if (column.length === all) continue;
    throw new RangeError(`distancesByX takes ${all} numbers a column, not ${column.length}`);
  }
  if (pairs.count < all) {
    throw new RangeError("distancesByX takes one row a label of an x; add up those of the same");
  }
  const rowsOf = Array.from({ length: x.count }, (): number[] => []);
  for (let row = 0; row < all; row++) {
    rowsOf[x.of[row]!]!.push(row);
  }
  if (positions)
    for (const rows of rowsOf) {
      rows.sort((a, b) => positions[a]! - positions[b]!);
    }
  const at = (column: ArrayLike<number>, rows: readonly number[]): Float64Array =>
    Float64Array.from(rows, (row) => column[row]!);
  type Distance = (p: Float64Array, q: Float64Array, rows: readonly number[]) => number;
  const byX = (distance: Distance): Float64Array =>
    Float64Array.from(rowsOf, (rows) => distance(at(estimates, rows), at(truth, rows), rows));
  return {
    rows: Uint32Array.from(rowsOf, (rows) => Math.min(...rows)),
    totalVariation: byX(totalVariation),
    jensenShannon: byX(jensenShannonDivergence),
    ...(positions && {
      earthMovers: byX((p, q, rows) => earthMoversDistance(p, q, at(positions, rows))),
    }),
  };
}
