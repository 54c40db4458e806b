import type { Random } from "./random.ts";

/** Draws places 0 … L−1 with fixed probabilities, in constant time a draw. */
export interface AliasSampler {
  /** One place. */
  draw(source: Random): number;
  /** As many independent places as asked for: what as many calls of `draw` give, faster. */
  drawMany(count: number, source: Random): Uint32Array;
}

/**
 * A sampler by Walker's alias method, its table built as by Vose (1991): one uniform double chooses a
 * cell and, with the bits it has left, one of the cell's two places.
 * @param weights from zero, in proportion to the probabilities; a weight of zero is never drawn
 * @throws RangeError where a weight is negative or not finite, or none is above zero
 */
export function aliasSampler(weights: ArrayLike<number>): AliasSampler {
  const { keep, alias } = aliasTable(weights);
  const cells = keep.length;
  const place = (uniform: number): number => {
    const scaled = uniform * cells;
    const cell = scaled | 0;
    return scaled - cell < keep[cell]! ? cell : alias[cell]!;
  };
  return {
    draw: (source) => place(source.uniform()),
    drawMany: (count, source) => {
      const out = new Uint32Array(count);
      const words = new Uint32Array(2 * BLOCK);
      for (let start = 0; start < count; start += BLOCK) {
        const end = Math.min(count, start + BLOCK);
        const block = words.subarray(0, 2 * (end - start));
        source.fill(block);
        for (let i = start, w = 0; i < end; i++, w += 2) {
          const uniform = ((words[w]! >>> 5) * 0x4000000 + (words[w + 1]! >>> 6)) * 2 ** -53;
          out[i] = place(uniform);
        }
      }
      return out;
    },
  };
}

/** Draws for which words are made at a time: small enough for the fastest cache. */
const BLOCK = 1024;

/** In each cell, the probability of its own place and the place that has the rest. */
function aliasTable(weights: ArrayLike<number>): { keep: Float64Array; alias: Uint32Array } {
  const keep = scaledToMeanOne(weights);
  const alias = new Uint32Array(keep.length);
  const small: number[] = [];
  const large: number[] = [];
  for (let i = 0; i < keep.length; i++) (keep[i]! < 1 ? small : large).push(i);
  while (small.length > 0 && large.length > 0) {
    const less = small.pop()!;
    const more = large.pop()!;
    alias[less] = more;
    keep[more] = keep[more]! + keep[less]! - 1;
    (keep[more]! < 1 ? small : large).push(more);
  }
  // What rounding has left over is a whole cell but for the last digits.
  for (const i of large) keep[i] = 1;
  const heaviest = keep.length === 0 ? 0 : indexOfLargest(weights);
  for (const i of small) {
    if (weights[i]! > 0) keep[i] = 1;
    else alias[i] = heaviest;
  }
  return { keep, alias };
}

function scaledToMeanOne(weights: ArrayLike<number>): Float64Array {
  const scaled = Float64Array.from(weights);
  const at = scaled.findIndex((weight) => !(weight >= 0 && weight < Number.POSITIVE_INFINITY));
  if (at >= 0) {
    throw new RangeError(`a weight is from 0, finite; index ${at} has ${scaled[at]}`);
  }
  const total = scaled.reduce((sum, weight) => sum + weight, 0);
  if (!(total > 0 && total < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`the weights to draw by must sum to a number above zero, not ${total}`);
  }
  return scaled.map((weight) => (weight * scaled.length) / total);
}

function indexOfLargest(weights: ArrayLike<number>): number {
  let best = 0;
  for (let i = 1; i < weights.length; i++) if (weights[i]! > weights[best]!) best = i;
  return best;
}
