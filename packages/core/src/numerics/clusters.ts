/** Which cluster each item belongs to, as numbers from 0 in the order of first appearance. */
export interface Clusters {
  readonly of: Uint32Array;
  readonly count: number;
}

/** What names a cluster: a student, an input. */
export type ClusterKey = string | number;

/**
 * Items that share a key are one cluster; without keys each item is its own.
 * @throws RangeError where there is not one key an item
 */
export function clustersOf(items: number, keys?: ArrayLike<ClusterKey>): Clusters {
  if (keys === undefined) return { of: Uint32Array.from({ length: items }, (_, i) => i), count: items };
  if (keys.length !== items) {
    throw new RangeError(`clusters takes one key for each of ${items} items, not ${keys.length}`);
  }
  const numbers = new Map<ClusterKey, number>();
  const of = Uint32Array.from(keys, (key) => {
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
  return { of, count: numbers.size };
}

/** Counts of items from counts of clusters: an item is drawn as often as its cluster. */
export function spreadCounts(clusters: Clusters, drawn: Uint32Array, counts: Uint32Array): void {
  for (let i = 0; i < counts.length; i++) counts[i] = drawn[clusters.of[i]!]!;
}
