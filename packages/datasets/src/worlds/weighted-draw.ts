import type { Random } from "@promptnce/core";

/**
 * Draws `size` distinct places of `weights`, each next one with probability proportional to its weight among those
 * left. By rejection: fast while the places drawn hold little of the whole weight. Throws where fewer places than asked
 * for have a weight above zero.
 */
export function distinctDrawer(weights: readonly number[]): (size: number, source: Random) => number[] {
  let total = 0;
  const sums = weights.map((weight) => (total += weight));
  const possible = weights.filter((weight) => weight > 0).length;
  return (size, source) => {
    if (size > possible) throw new RangeError(`cannot draw ${size} of ${possible} weighted places`);
    const drawn = new Set<number>();
    while (drawn.size < size) drawn.add(firstAbove(sums, source.uniform() * total));
    return [...drawn];
  };
}

/** The first place whose running sum is above the value (binary search). */
function firstAbove(sums: readonly number[], value: number): number {
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sums[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
