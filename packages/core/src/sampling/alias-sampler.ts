import type { Random } from "./random.ts";

/**
 * Draws `count` independent places 0 … L−1 with fixed probabilities, in constant time a draw; the
 * draws are the same whether made at once or one by one.
 */
export type AliasSampler = (count: number, source: Random) => Uint32Array;

/**
 * A sampler by Walker's alias method, its table built as by Vose (1991): one uniform double chooses
 * a cell and, with the bits it has left, one of the cell's two places.
 * @param weights from zero, in proportion to the probabilities; a weight of zero is never drawn
 * @throws RangeError where a weight is negative or not finite, or none is above zero
 * @example
 * aliasSampler([0, 3, 1])(5, random("seed")); // → [2, 1, 1, 1, 2]
 */
export function aliasSampler(weights: ArrayLike<number>): AliasSampler {
  const keep = scaledToMeanOne(weights);
  const places = aliasPlaces(keep);
  const words = new Uint32Array(2 * BLOCK);
  return (count, source) => {
    const out = new Uint32Array(count);
    for (let start = 0; start < count; start += BLOCK) {
      const block = words.subarray(0, 2 * Math.min(BLOCK, count - start));
      source.fill(block);
      drawBlock(block, keep, places, out.subarray(start));
    }
    return out;
  };
}

/** The number of draws per block of random words: small enough for the fastest cache. */
const BLOCK = 1024;

/** One draw for every two words, which make the uniform double that `uniform` makes of them. */
function drawBlock(
  words: Uint32Array,
  keep: Float64Array,
  places: Uint32Array,
  out: Uint32Array,
): void {
  const cells = keep.length;
  for (let i = 0, w = 0; w < words.length; i++, w += 2) {
    const uniform = ((words[w]! >>> 5) * 0x4000000 + (words[w + 1]! >>> 6)) * 2 ** -53;
    const scaled = uniform * cells;
    const cell = scaled | 0;
    // −1 below `keep`, else 0: a branch here would be mispredicted for half of all draws.
    const side = Math.floor(scaled - cell - keep[cell]!) | 0;
    out[i] = places[2 * cell + 1 + side]!;
  }
}

/**
 * Two places a cell: its own, of the probability that `keep` is made to hold, and the one that has
 * the rest of it.
 */
function aliasPlaces(keep: Float64Array): Uint32Array {
  const places = Uint32Array.from({ length: 2 * keep.length }, (_, i) => i >>> 1);
  const small: number[] = [];
  const large: number[] = [];
  for (let i = 0; i < keep.length; i++) {
    (keep[i]! < 1 ? small : large).push(i);
  }
  while (small.length > 0 && large.length > 0) {
    const less = small.pop()!;
    const more = large.pop()!;
    places[2 * less + 1] = more;
    keep[more] = keep[more]! + keep[less]! - 1;
    (keep[more]! < 1 ? small : large).push(more);
  }
  // What rounding has left over is a whole cell but for its last digits; a weight of zero, which
  // lacks all of its cell, has been given another place by then.
  for (const i of [...small, ...large]) {
    keep[i] = 1;
  }
  return places;
}

function scaledToMeanOne(weights: ArrayLike<number>): Float64Array {
  const scaled = Float64Array.from(weights);
  const at = scaled.findIndex((weight) => !(weight >= 0 && weight < Number.POSITIVE_INFINITY));
  if (at >= 0) throw new RangeError(`a weight is from 0, finite; index ${at} has ${scaled[at]}`);
  const total = scaled.reduce((sum, weight) => sum + weight, 0);
  if (!(total > 0 && total < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`the weights to draw by must sum to a number above zero, not ${total}`);
  }
  return scaled.map((weight) => (weight * scaled.length) / total);
}
