/** The values that are not NaN: the array itself where all are, which is looked at without a call a value. */
export function withoutNaN(values: Float64Array): Float64Array {
  return values.includes(Number.NaN) ? values.filter((value) => !Number.isNaN(value)) : values;
}
