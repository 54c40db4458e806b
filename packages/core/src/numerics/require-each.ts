/** @throws RangeError where a value is not as it must be: what `must` says, then the value and its index */
export function requireEach(values: ArrayLike<number>, holds: (value: number) => boolean, must: string): void {
  for (let i = 0; i < values.length; i++) {
    if (!holds(values[i]!)) throw new RangeError(`${must}, not the ${values[i]} at index ${i}`);
  }
}
