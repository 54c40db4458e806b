import { type ClusterKey, type Clusters, clustersOf } from "../numerics/resampler.ts";

/** What tells rows apart, a key a row each. */
export interface PairKeys {
  /** Within which probabilities are, as a survey's question; all rows share one if not given. */
  readonly contexts?: ArrayLike<ClusterKey> | undefined;
  /** What is known: within its context, so that one x of two contexts is two. */
  readonly x: ArrayLike<ClusterKey>;
  /** The label to predict: within its context too, so that answer A of two questions is two. */
  readonly labels: ArrayLike<ClusterKey>;
}

/** The contexts, each x of each context, each label of each context, and each pair of these. */
export interface PairGroups {
  readonly contexts: Clusters;
  readonly x: Clusters;
  readonly labels: Clusters;
  readonly pairs: Clusters;
}

/** @throws RangeError where there is not one key of each kind a row */
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

/** The groups of keys, which several columns share and nothing changes. */
const groupsOf = new WeakMap<PairKeys, PairGroups>();

/**
 * How many labels the x of each row has, within its context; a pair that stands twice counts once.
 * @throws RangeError where there is not one key of each kind a row
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
 * The same keys, with contexts split by how many labels an x has. A label of one of these is a cell:
 * all that is known to who knows labels, and of an x nothing but how many it has. Where all x of a
 * context have equally many, the groups are those of the keys themselves.
 * @param sizes how many labels the x of each row has in the dataset that the rows are a sample of;
 * counted among the rows if not given
 * @throws RangeError where there is not one key of each kind and one size a row
 * @example
 * const keys = { x: ["a", "a", "b"], labels: ["YES", "NO", "YES"] };
 * new Set(cellKeys(keys).contexts).size; // → 2
 */
export function cellKeys(keys: PairKeys, sizes: ArrayLike<number> = labelsOfX(keys)): PairKeys {
  const { contexts } = pairGroups(keys);
  return { ...keys, contexts: crossed(contexts, clustersOf(keys.x.length, sizes)).of };
}

/** The groups of rows that share both. */
function crossed(first: Clusters, second: Clusters): Clusters {
  const keys = new Float64Array(first.of.length);
  for (let row = 0; row < keys.length; row++) {
    keys[row] = first.of[row]! * second.count + second.of[row]!;
  }
  return clustersOf(keys.length, keys);
}
