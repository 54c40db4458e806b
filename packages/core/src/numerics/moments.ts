/** The sum, in order. */
export function sumOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    sum += values[i]!;
  }
  return sum;
}

/** The mean, summed in order; NaN without values. */
export function mean(values: ArrayLike<number>): number {
  return sumOf(values) / values.length;
}

/**
 * The sum of squared deviations from the mean, computed in a second pass, so that a large offset
 * costs no digits. It is exactly 0 for equal values, although their rounded mean may differ from
 * them.
 */
export function squaredDeviations(values: ArrayLike<number>): number {
  const centre = mean(values);
  let [squares, differ] = [0, false];
  for (let i = 0; i < values.length; i++) {
    squares += (values[i]! - centre) ** 2;
    differ ||= values[i]! - values[0]! !== 0; // also of infinities, which have no spread
  }
  return differ ? squares : 0;
}
