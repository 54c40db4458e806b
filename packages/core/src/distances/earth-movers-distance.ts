import { requireEach } from "../numerics/columns.ts";
import { sharesOf } from "./shares.ts";

/**
 * The earth mover's distance of two distributions over labels that are in order: how many steps
 * from a label to the next the mass of one has to be moved, on average, to become the other
 * (Wasserstein's, of order 1). From 0 to as many steps as there are from the first label to the
 * last; divided by these it is a share of the scale. Masses are scaled to sum to one; NaN where one
 * distribution has no mass.
 * @param positions of the labels, ascending; one apart if not given. Labels that are not listed
 * leave gaps.
 * @throws RangeError on unequal lengths, on a mass that is negative or not finite, and on positions
 * that do not ascend
 *
 * @example
 * earthMoversDistance([0.5, 0.5, 0], [0, 0.5, 0.5]); // → 1
 */
export function earthMoversDistance(
  first: ArrayLike<number>,
  second: ArrayLike<number>,
  positions: ArrayLike<number> = Float64Array.from(first, (_, i) => i),
): number {
  const [p, q] = sharesOf("earthMoversDistance", first, second);
  requireAscending(positions, p.length);
  // NaN from the start where one has no mass, also of a single label.
  let distance = Number.isNaN(p[0]! + q[0]!) ? Number.NaN : 0;
  let below = 0;
  for (let i = 0; i + 1 < p.length; i++) {
    below += p[i]! - q[i]!;
    distance += Math.abs(below) * (positions[i + 1]! - positions[i]!);
  }
  return distance;
}

function requireAscending(positions: ArrayLike<number>, labels: number): void {
  if (positions.length !== labels) {
    throw new RangeError(
      `earthMoversDistance takes ${labels} positions, one a label, not ${positions.length}`,
    );
  }
  requireEach(positions, Number.isFinite, "a position is a finite number");
  for (let i = 1; i < labels; i++) {
    if (positions[i]! > positions[i - 1]!) continue;
    throw new RangeError(
      `earthMoversDistance takes ascending positions, not ${positions[i - 1]} before ${positions[i]}`,
    );
  }
}
