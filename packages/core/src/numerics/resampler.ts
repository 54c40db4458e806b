import type { Random } from "../sampling/random.ts";
import { upTo } from "./columns.ts";

/**
 * A statistic as a function of how often each item was drawn. A bootstrap resample, a resample of
 * whole clusters, and a jackknife set that leaves one item out are all such counts; counts that are
 * all one are the data themselves. NaN if the drawn items have no value. Calls with the same
 * `resample` number have the same counts, so that what several statistics need, such as the ranks
 * of a column, is computed once.
 */
export type ResampledStatistic = OfResample<number>;

/** A function of a resample, given as how often each item was drawn. */
type OfResample<T> = (counts: Uint32Array, resample?: number) => T;

/**
 * The same function, run once for each numbered resample, however many callers need its result;
 * without a number it runs at every call.
 */
export function oncePerResample<T>(make: OfResample<T>): OfResample<T> {
  let last: number | undefined;
  let made: T;
  return (counts, resample) => {
    if (resample === undefined || resample !== last) {
      made = make(counts, resample);
      last = resample;
    }
    return made;
  };
}

/**
 * A function that writes the counts of `draws` draws with replacement from `items` items, all
 * exactly equally likely; each call draws anew.
 */
export function resampler(
  items: number,
  draws: number,
  source: Random,
): (counts: Uint32Array) => void {
  if (items > 0x10000) return (counts) => drawSingly(items, draws, source, counts.fill(0));
  const words = new Uint32Array(draws >>> 1);
  return (counts) => {
    source.fill(words);
    const rejected = countHalves(words, items, counts.fill(0));
    drawSingly(items, (draws % 2) + rejected, source, counts);
  };
}

function drawSingly(items: number, draws: number, source: Random, counts: Uint32Array): void {
  for (let k = 0; k < draws; k++) {
    counts[source.below(items)]!++;
  }
}

/**
 * Counts two 16-bit draws in each word, made exactly uniform by rejection (Lemire, 2019). Returns
 * the number of rejected draws.
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

/** The cluster of each item, as numbers from 0 in the order of first appearance. */
export type Clusters = Readonly<{ of: Uint32Array; count: number }>;

/** The key of a cluster, such as a student or an input. */
export type ClusterKey = string | number;

/**
 * Items with the same key form a cluster; without keys, each item is its own.
 * @throws RangeError unless there is one key for each item
 */
export function clustersOf(items: number, keys?: ArrayLike<ClusterKey> | Clusters): Clusters {
  if (keys === undefined) return { of: upTo(items), count: items };
  if ("of" in keys) return keys;
  if (keys.length !== items) {
    throw new RangeError(`clusters takes one key for each of ${items} items, not ${keys.length}`);
  }
  const numbers = new Map<ClusterKey, number>();
  const of = new Uint32Array(items);
  for (let i = 0; i < items; i++) {
    const number = numbers.get(keys[i]!) ?? numbers.size;
    if (number === numbers.size) numbers.set(keys[i]!, number);
    of[i] = number;
  }
  return { of, count: numbers.size };
}

/** Writes the counts of items from those of clusters: an item is drawn as often as its cluster. */
export function spreadCounts(clusters: Clusters, drawn: Uint32Array, counts: Uint32Array): void {
  for (let i = 0; i < counts.length; i++) {
    counts[i] = drawn[clusters.of[i]!]!;
  }
}
