const DIGITS = 0x10000;

/**
 * The indices of the values in ascending order, equal values in their original order, by a radix
 * sort on the bits of the doubles: four stable passes of 16 bits, those that change nothing
 * skipped. The values must hold no NaN; −∞ comes first and −0 equals 0.
 */
export function radixOrder(values: Float64Array): Uint32Array {
  const n = values.length;
  let [low, high] = sortableWords(values);
  let order = new Uint32Array(n);
  for (let i = 0; i < n; i++) order[i] = i;
  let lowTo = new Uint32Array(n);
  let highTo = new Uint32Array(n);
  let orderTo = new Uint32Array(n);
  for (let pass = 0; pass < 4; pass++) {
    const word = pass < 2 ? low : high;
    const shift = pass % 2 === 0 ? 0 : 16;
    const places = firstPlaces(word, shift);
    if (places === undefined) continue;
    for (let i = 0; i < n; i++) {
      const place = places[(word[i]! >>> shift) & 0xffff]!++;
      lowTo[place] = low[i]!;
      highTo[place] = high[i]!;
      orderTo[place] = order[i]!;
    }
    [low, lowTo] = [lowTo, low];
    [high, highTo] = [highTo, high];
    [order, orderTo] = [orderTo, order];
  }
  return order;
}

/**
 * The doubles' bits as two unsigned words whose order is the order of the numbers: a positive
 * number has its sign bit set, a negative one has all its bits flipped.
 */
function sortableWords(values: Float64Array): [Uint32Array<ArrayBuffer>, Uint32Array<ArrayBuffer>] {
  const n = values.length;
  const low = new Uint32Array(n);
  const high = new Uint32Array(n);
  const one = new Float64Array(1);
  const words = new Uint32Array(one.buffer);
  const [lowWord, highWord] = wordOrder();
  for (let i = 0; i < n; i++) {
    one[0] = values[i]! + 0; // −0 + 0 is 0
    const sign = words[highWord]! | 0;
    low[i] = sign < 0 ? ~words[lowWord]! : words[lowWord]!;
    high[i] = sign < 0 ? ~sign : sign | 0x80000000;
  }
  return [low, high];
}

/** Which of a double's two words is the lower and which the upper on this machine. */
function wordOrder(): [number, number] {
  return new Uint32Array(new Float64Array([1]).buffer)[0] === 0 ? [0, 1] : [1, 0];
}

/** Where the first number with each digit goes; `undefined` where all have the same digit. */
function firstPlaces(word: Uint32Array, shift: number): Uint32Array | undefined {
  const places = new Uint32Array(DIGITS);
  for (let i = 0; i < word.length; i++) places[(word[i]! >>> shift) & 0xffff]!++;
  let place = 0;
  for (let digit = 0; digit < DIGITS; digit++) {
    const count = places[digit]!;
    if (count === word.length) return undefined;
    places[digit] = place;
    place += count;
  }
  return places;
}
