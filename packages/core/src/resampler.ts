import type { Random } from "./random.ts";

/** Writes how often each item is drawn in the next resample. */
export type Resampler = (counts: Uint32Array) => void;

/**
 * A source of resamples: `draws` draws with replacement from `items` items, each equally likely,
 * exactly.
 */
export function resampler(items: number, draws: number, source: Random): Resampler {
  return items > 0x10000
    ? wideResampler(items, draws, source)
    : narrowResampler(items, draws, source);
}

function wideResampler(items: number, draws: number, source: Random): Resampler {
  return (counts) => {
    counts.fill(0);
    for (let k = 0; k < draws; k++) counts[source.below(items)]!++;
  };
}

/**
 * Two 16-bit draws a word. The upper half of draw × items is the item; rejecting the lowest
 * 2¹⁶ mod items values of the lower half makes it exactly uniform (Lemire, 2019).
 */
function narrowResampler(items: number, draws: number, source: Random): Resampler {
  const rejected = 0x10000 % items;
  const words = new Uint32Array(draws >>> 1);
  return (counts) => {
    counts.fill(0);
    source.fill(words);
    let missing = draws % 2;
    for (let k = 0; k < words.length; k++) {
      const word = words[k]! | 0;
      const low = Math.imul(word & 0xffff, items);
      const high = Math.imul(word >>> 16, items);
      if ((low & 0xffff) >= rejected) counts[low >>> 16]!++;
      else missing++;
      if ((high & 0xffff) >= rejected) counts[high >>> 16]!++;
      else missing++;
    }
    while (missing > 0) {
      const one = Math.imul(source.bits() & 0xffff, items);
      if ((one & 0xffff) < rejected) continue;
      counts[one >>> 16]!++;
      missing--;
    }
  };
}
