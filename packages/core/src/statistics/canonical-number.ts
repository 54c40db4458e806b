/** Of the values' range: far above the rounding of a few operations, far below any real difference. */
const OF_RANGE = 1e-13;

/** Of the largest value: the rounding of a few operations, where that is all that they differ by. */
const OF_SIZE = 4 * Number.EPSILON;

/**
 * The values in their order, those that differ by rounding alone made equal: runs of sorted values whose neighbours are
 * within 10⁻¹³ of the range of all, or four units of the last digit of the largest, take the least of the run. For rank
 * statistics of computed values: log 2/3 − log 1/3 and log 1/2 − log 1/4 are one number and two doubles, and ranks
 * would tell them apart by their last digit. What is NaN or infinite stays as it is, and has no part in the range.
 */
export function canonicalNumber(values: readonly number[]): number[] {
  const order = values.flatMap((value, i) => (Number.isFinite(value) ? [i] : []));
  order.sort((a, b) => (values[a] as number) - (values[b] as number));
  const at = (place: number): number => values[order[place] as number] as number;
  const [least, most] = order.length === 0 ? [0, 0] : [at(0), at(order.length - 1)];
  const size = Math.max(Math.abs(least), Math.abs(most));
  const tolerance = Math.max(OF_RANGE * (most - least), OF_SIZE * size);
  const out = [...values];
  for (let i = 1; i < order.length; i++) {
    if (at(i) - at(i - 1) <= tolerance) out[order[i] as number] = out[order[i - 1] as number] as number;
  }
  return out;
}
