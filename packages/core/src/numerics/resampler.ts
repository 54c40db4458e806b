import type { Random } from "../sampling/random.ts";

/** Writes how often each item is drawn in the next resample. */
export type Resampler = (counts: Uint32Array) => void;

/**
 * A statistic as a function of how often each item was drawn. A bootstrap resample, a resample of whole clusters and a
 * jackknife set that leaves one item out are all such counts; all ones are the data themselves. NaN where the drawn
 * items have no answer.
 */
export type ResampledStatistic = (counts: Uint32Array) => number;

/** A source of resamples: `draws` draws with replacement from `items` items, each equally likely, exactly. */
export function resampler(items: number, draws: number, source: Random): Resampler {
  if (items > 0x10000) return (counts) => drawSingly(items, draws, source, counts.fill(0));
  const words = new Uint32Array(draws >>> 1);
  return (counts) => {
    source.fill(words);
    const rejected = countHalves(words, items, counts.fill(0));
    drawSingly(items, (draws % 2) + rejected, source, counts);
  };
}

function drawSingly(items: number, draws: number, source: Random, counts: Uint32Array): void {
  for (let k = 0; k < draws; k++) counts[source.below(items)]!++;
}

/**
 * Two 16-bit draws a word, for up to 2¹⁶ items. The upper half of draw × items is the item; rejecting the lowest 2¹⁶
 * mod items values of the lower half makes it exactly uniform (Lemire, 2019). Returns how many were rejected.
 */
function countHalves(words: Uint32Array, items: number, counts: Uint32Array): number {
  const uneven = 0x10000 % items;
  let rejected = 0;
  for (let k = 0; k < words.length; k++) {
    const word = words[k]! | 0;
    const low = Math.imul(word & 0xffff, items);
    const high = Math.imul(word >>> 16, items);
    if ((low & 0xffff) >= uneven) counts[low >>> 16]!++;
    else rejected++;
    if ((high & 0xffff) >= uneven) counts[high >>> 16]!++;
    else rejected++;
  }
  return rejected;
}
