import { sumOf } from "../numerics/moments.ts";
import { requireEach } from "../numerics/columns.ts";

/**
 * Two distributions over the same labels, each scaled to sum to one; NaN throughout where one has
 * no mass at all.
 */
export type SharesOfTwo = readonly [first: Float64Array, second: Float64Array];

/** @throws RangeError on unequal lengths, and on a mass that is negative or not finite */
export function sharesOf(
  caller: string,
  first: ArrayLike<number>,
  second: ArrayLike<number>,
): SharesOfTwo {
  if (first.length !== second.length) {
    throw new RangeError(
      `${caller} takes two distributions over the same labels, not over ${first.length} and ${second.length}`,
    );
  }
  return [scaled(caller, first), scaled(caller, second)];
}

function scaled(caller: string, masses: ArrayLike<number>): Float64Array {
  requireEach(
    masses,
    (mass) => mass >= 0 && mass < Infinity,
    `${caller} takes masses from 0, finite`,
  );
  const values = Float64Array.from(masses);
  const total = sumOf(values);
  return values.map((mass) => mass / total);
}
