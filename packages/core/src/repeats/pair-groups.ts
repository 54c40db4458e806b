import { type ClusterKey, type Clusters, clustersOf } from "../numerics/resampler.ts";

/** The keys that distinguish rows, one of each kind for each row. */
export interface PairKeys {
  /**
   * The context of the probabilities, such as a survey's question; by default all rows share one.
   */
  readonly contexts?: ArrayLike<ClusterKey> | undefined;
  /** The input, within its context: the same x in two contexts counts as two. */
  readonly x: ArrayLike<ClusterKey>;
  /** The label to predict, within its context: answer A of two questions counts as two labels. */
  readonly labels: ArrayLike<ClusterKey>;
}

/** The groups of rows by context, by x within a context, by label within a context, and by pair. */
export interface PairGroups {
  readonly contexts: Clusters;
  readonly x: Clusters;
  readonly labels: Clusters;
  readonly pairs: Clusters;
}

/** @throws RangeError on columns of unequal length */
export function pairGroups(keys: PairKeys): PairGroups {
  const known = groupsOf.get(keys);
  if (known !== undefined) return known;
  const rows = keys.x.length;
  const contexts = clustersOf(rows, keys.contexts ?? new Uint8Array(rows));
  const x = crossed(contexts, clustersOf(rows, keys.x));
  const labels = crossed(contexts, clustersOf(rows, keys.labels));
  const groups = { contexts, x, labels, pairs: crossed(x, labels) };
  groupsOf.set(keys, groups);
  return groups;
}

/** The groups of keys. Several columns share them, and nothing changes them. */
const groupsOf = new WeakMap<PairKeys, PairGroups>();

/**
 * The number of labels that the x of each row has within its context; a repeated pair counts once.
 * @throws RangeError on columns of unequal length
 * @example
 * labelsOfX({ x: ["a", "a", "b"], labels: ["YES", "NO", "YES"] }); // → [2, 2, 1]
 */
export function labelsOfX(keys: PairKeys): Uint32Array {
  const { x, pairs } = pairGroups(keys);
  const counts = new Uint32Array(x.count);
  const isKnown = new Uint8Array(pairs.count);
  for (const [row, pair] of pairs.of.entries()) {
    if (isKnown[pair] === 0) counts[x.of[row]!]!++;
    isKnown[pair] = 1;
  }
  return Uint32Array.from(x.of, (group) => counts[group]!);
}

/**
 * The same keys, with contexts split by the number of labels of x. A label within such a context is
 * a cell: it holds all that is known to someone who knows the label but only the number of labels
 * of x. If all x of a context have the same number of labels, the groups are those of the given
 * keys.
 * @param sizes the number of labels of each row's x in the dataset that the rows are sampled from;
 * by default counted among the rows
 * @throws RangeError on columns of unequal length
 * @example
 * const keys = { x: ["a", "a", "b"], labels: ["YES", "NO", "YES"] };
 * new Set(cellKeys(keys).contexts).size; // → 2
 */
export function cellKeys(keys: PairKeys, sizes: ArrayLike<number> = labelsOfX(keys)): PairKeys {
  const { contexts } = pairGroups(keys);
  return { ...keys, contexts: crossed(contexts, clustersOf(keys.x.length, sizes)).of };
}

/** The groups of rows that share a group of both kinds. */
function crossed(first: Clusters, second: Clusters): Clusters {
  const keys = new Float64Array(first.of.length);
  for (let row = 0; row < keys.length; row++) {
    keys[row] = first.of[row]! * second.count + second.of[row]!;
  }
  return clustersOf(keys.length, keys);
}
