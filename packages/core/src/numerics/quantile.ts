/**
 * The p-quantile of ascending values, linear between neighbours (NumPy's default, R's type 7); NaN
 * without values.
 */
export function quantileOfSorted(sorted: Float64Array, p: number): number {
  const place = p * (sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below] ?? Number.NaN;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? Number.NaN;
  return low === high ? low : low + (high - low) * (place - below);
}
