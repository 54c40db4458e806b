import { type ClusterKey, type Clusters, clustersOf } from "../numerics/resampler.ts";

/** What tells rows apart, a key a row each. */
export interface PairKeys {
  /** Within which probabilities are, as a survey's question; all rows share one if not given. */
  readonly contexts?: ArrayLike<ClusterKey> | undefined;
  /** What is known: within its context, so that one x of two contexts is two. */
  readonly x: ArrayLike<ClusterKey>;
  /** What is to be told: within its context too, so that answer A of two questions is two. */
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

/** The groups of rows that share both. */
function crossed(first: Clusters, second: Clusters): Clusters {
  const keys = new Float64Array(first.of.length);
  for (let row = 0; row < keys.length; row++) {
    keys[row] = first.of[row]! * second.count + second.of[row]!;
  }
  return clustersOf(keys.length, keys);
}
