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
  const of = new Uint32Array(items);
  if (keys === undefined) {
    for (let i = 0; i < items; i++) of[i] = i;
    return { of, count: items };
  }
  if (keys.length !== items) {
    throw new RangeError(`clusters takes one key for each of ${items} items, not ${keys.length}`);
  }
  const numbers = new Map<ClusterKey, number>();
  for (let i = 0; i < items; i++) {
    const key = keys[i]!;
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    of[i] = number;
  }
  return { of, count: numbers.size };
}

/** Counts of items from counts of clusters: an item is drawn as often as its cluster. */
export function spreadCounts(clusters: Clusters, drawn: Uint32Array, counts: Uint32Array): void {
  for (let i = 0; i < counts.length; i++) counts[i] = drawn[clusters.of[i]!]!;
}
