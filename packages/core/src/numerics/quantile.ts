/**
 * The p-quantile of values already in ascending order, interpolated linearly between neighbours (NumPy's default, R's
 * type 7). NaN for an empty list.
 * @param p in [0, 1]
 */
export function quantileOfSorted(sorted: Float64Array, p: number): number {
  const place = p * (sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below] ?? Number.NaN;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? Number.NaN;
  return low === high ? low : low + (high - low) * (place - below);
}
