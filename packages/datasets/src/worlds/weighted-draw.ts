import type { Random } from "@promptnce/core";

/** Draws `size` distinct places. */
export type Drawer = (size: number, source: Random) => number[];

/**
 * Draws distinct places of `weights`, each next one with probability proportional to its weight
 * among those left. By rejection: fast while the places drawn hold little of the whole weight.
 * Throws where fewer places than asked for have a weight above zero.
 */
export function distinctDrawer(weights: readonly number[]): Drawer {
  const sums = runningSums(weights);
  const total = sums.at(-1) ?? 0;
  const possible = weights.filter((weight) => weight > 0).length;
  return (size, source) => {
    if (size > possible) throw new RangeError(`cannot draw ${size} of ${possible} weighted places`);
    const drawn = new Set<number>();
    while (drawn.size < size) drawn.add(firstAbove(sums, source.uniform() * total));
    return [...drawn];
  };
}

/** Running sums; the last is the total. */
function runningSums(weights: readonly number[]): number[] {
  let sum = 0;
  return weights.map((weight) => (sum += weight));
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
