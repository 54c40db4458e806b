/** A seeded stream of numbers. The same seed gives the same stream on every machine. */
export interface Random {
  /** A double in [0, 1) with 53 random bits. */
  readonly uniform: () => number;
  /** An integer in [0, n), exactly uniform; n is from 1 to 2³². */
  readonly below: (n: number) => number;
  /**
   * Fills the array with the next words of 32 bits: the same whether at once or one after another.
   */
  readonly fill: (words: Uint32Array) => void;
}

/**
 * A stream seeded by text or a number: xoshiro128** (Blackman and Vigna, 2018), its state filled
 * from a 128-bit hash of the seed, so that neighbouring seeds share nothing.
 *
 * @example
 * random("seed").uniform(); // → 0.898
 */
export function random(seed: string | number): Random {
  let [a, b, c, d] = hash128(String(seed));
  // Local copies of the state: written back once, not once a word.
  const fill = (words: Uint32Array): void => {
    let [p, q, r, s] = [a, b, c, d];
    for (let i = 0; i < words.length; i++) {
      words[i] = Math.imul(rotate(Math.imul(q, 5), 7), 9);
      const t = q << 9;
      r ^= p;
      s ^= q;
      q ^= r;
      p ^= s;
      r ^= t;
      s = rotate(s, 11);
    }
    [a, b, c, d] = [p, q, r, s];
  };
  const word = new Uint32Array(1);
  const bits = (): number => {
    fill(word);
    return word[0]!;
  };
  return {
    fill,
    uniform: () => ((bits() >>> 5) * 0x4000000 + (bits() >>> 6)) / 0x20000000000000,
    below: (n) => {
      if (!(Number.isInteger(n) && n >= 1 && n <= 0x100000000)) {
        throw new RangeError(`random().below(n) takes an integer from 1 to 2^32, not ${n}`);
      }
      // Rejecting the incomplete last run keeps every value equally likely.
      const limit = 0x100000000 - (0x100000000 % n);
      let draw = bits();
      while (draw >= limit) {
        draw = bits();
      }
      return draw % n;
    },
  };
}

/**
 * A standard normal draw (Box–Muller, one of the two values).
 *
 * @example
 * normal(random("seed")); // → -2.126
 */
export function normal(source: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - source.uniform()));
  return radius * Math.cos(2 * Math.PI * source.uniform());
}

/**
 * The items in a uniformly random order, as a new array (Fisher–Yates).
 *
 * @example
 * shuffle(["PUSH", "PULL", "WATER"], random("seed")); // → ["PULL", "PUSH", "WATER"]
 */
export function shuffle<T>(items: readonly T[], source: Random): T[] {
  const out = [...items];
  for (let i = out.length - 1; i > 0; i--) {
    const j = source.below(i + 1);
    const swapped = out[i] as T;
    out[i] = out[j] as T;
    out[j] = swapped;
  }
  return out;
}

function rotate(x: number, k: number): number {
  return (x << k) | (x >>> (32 - k));
}

/** Four lanes of multiply-and-mix over UTF-16 code units, after MurmurHash3's finaliser. */
function hash128(text: string): [number, number, number, number] {
  // Local variables, not an array: a prompt has a thousand units, and many are hashed.
  let [a, b, c, d] = [0x9e3779b9 | 0, 0x85ebca6b | 0, 0xc2b2ae35 | 0, 0x27d4eb2f];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i) + 1;
    a = rotate(Math.imul(a ^ unit, 0x239b961b), 13) ^ (b >>> 7);
    b = rotate(Math.imul(b ^ unit, 0xab0e9789), 14) ^ (c >>> 7);
    c = rotate(Math.imul(c ^ unit, 0x38b34ae5), 15) ^ (d >>> 7);
    d = rotate(Math.imul(d ^ unit, 0xa1e38b93), 16) ^ (a >>> 7);
  }
  const last = (lane: number, i: number): number => {
    let h = lane ^ Math.imul(text.length + i, 0x5bd1e995);
    h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
    return h ^ (h >>> 16);
  };
  return [last(a, 0) | 1, last(b, 1), last(c, 2), last(d, 3)];
}
