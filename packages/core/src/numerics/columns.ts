/**
 * Two columns of equal length as typed arrays without NaN; ±∞ is allowed. A Float64Array is
 * returned without a copy.
 * @param caller the public function that was called, named in the errors
 * @throws RangeError on unequal lengths and on NaN, for which no statistic here has a value
 */
export function pairedNumbers(
  caller: string,
  x: ArrayLike<number>,
  y: ArrayLike<number>,
): [Float64Array, Float64Array] {
  if (x.length !== y.length) {
    throw new RangeError(
      `${caller} takes two columns of equal length, not ${x.length} and ${y.length} values`,
    );
  }
  return [numbersWithoutNaN(caller, "first", x), numbersWithoutNaN(caller, "second", y)];
}

function numbersWithoutNaN(caller: string, which: string, values: ArrayLike<number>): Float64Array {
  const numbers = values instanceof Float64Array ? values : numbersOf(values);
  if (!numbers.includes(Number.NaN)) return numbers;
  throw new RangeError(
    `${caller} takes no NaN, but the ${which} column has ${numbers.filter(Number.isNaN).length} among its ` +
      `${numbers.length} values, the first at index ${numbers.findIndex(Number.isNaN)}; ` +
      "leave those pairs out and report how many they were",
  );
}

function numbersOf(values: ArrayLike<number>): Float64Array {
  const numbers = new Float64Array(values.length);
  for (let i = 0; i < numbers.length; i++) {
    // Otherwise null, which JSON writes for NaN, would become 0.
    numbers[i] = values[i] ?? Number.NaN;
  }
  return numbers;
}

/** The whole numbers from 0 up to `end`. */
export function upTo(end: number): Uint32Array<ArrayBuffer> {
  const numbers = new Uint32Array(end);
  for (let i = 0; i < end; i++) {
    numbers[i] = i;
  }
  return numbers;
}

/**
 * @throws RangeError where a value does not satisfy `holds`: the text of `must`, then the value and
 *   its index
 */
export function requireEach(
  values: ArrayLike<number>,
  holds: (value: number) => boolean,
  must: string,
): void {
  for (let i = 0; i < values.length; i++) {
    if (!holds(values[i]!)) throw new RangeError(`${must}, not the ${values[i]} at index ${i}`);
  }
}

/**
 * The values that are not NaN; the array itself if it has no NaN, which is checked without a
 * function call for each value.
 */
export function withoutNaN(values: Float64Array): Float64Array {
  return values.includes(Number.NaN) ? values.filter((value) => !Number.isNaN(value)) : values;
}

/**
 * The numbers at these places, in their order; a place may come again. A loop takes a tenth of the
 * time of `Float64Array.from` with a function.
 */
export function numbersAt(values: ArrayLike<number>, places: ArrayLike<number>): Float64Array {
  const numbers = new Float64Array(places.length);
  for (let i = 0; i < numbers.length; i++) {
    numbers[i] = values[places[i]!]!;
  }
  return numbers;
}
