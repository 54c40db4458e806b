/**
 * p-values adjusted by Holm's step-down method (1979), in the order given: refusing those at or
 * below α keeps the probability of any false refusal in the whole family at or below α, whatever
 * their dependence. A NaN, a comparison that has no answer, stays NaN and does not count as a
 * member of the family.
 * @throws RangeError where a p-value is outside [0, 1]
 * @example
 * holm([0.01, 0.04, 0.03]); // → [0.03, 0.06, 0.06]
 */
export function holm(pValues: ArrayLike<number>): Float64Array {
  const adjusted = Float64Array.from(pValues);
  const bad = adjusted.find((p) => p < 0 || p > 1);
  if (bad !== undefined) throw new RangeError(`holm takes p-values from 0 to 1, not ${bad}`);
  const family = [...adjusted.keys()].filter((i) => !Number.isNaN(adjusted[i]));
  family.sort((i, j) => adjusted[i]! - adjusted[j]!);
  let largest = 0;
  family.forEach((i, k) => {
    largest = Math.max(largest, Math.min(1, adjusted[i]! * (family.length - k)));
    adjusted[i] = largest;
  });
  return adjusted;
}
