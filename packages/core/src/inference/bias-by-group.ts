import { type ClusterKey, clustersOf } from "../numerics/resampler.ts";
import { random, shuffle } from "../sampling/random.ts";

/** A judge's errors, one for each labelled row, with the values of a column. */
export interface GroupedErrors {
  /** Prediction minus label. */
  readonly errors: ArrayLike<number>;
  readonly groups: ArrayLike<ClusterKey>;
  /** Rows with the same key, such as those of one question, share their errors. */
  readonly clusters?: ArrayLike<ClusterKey> | undefined;
  /** The weight of each row, above 0; all rows count the same by default. */
  readonly weights?: ArrayLike<number> | undefined;
}

/** Whether a judge's bias differs by group, beside a blind control. */
export interface BiasByGroup {
  /** The mean error of each group, in the order in which groups first appear. */
  readonly groups: readonly {
    readonly key: ClusterKey;
    readonly rows: number;
    readonly bias: number;
  }[];
  /**
   * The share of shuffles of the column in which the groups differ at least as much as here: the p
   * of the permutation test, above 0. A shuffled column, like a row number, carries no information
   * about the rows.
   */
  readonly p: number;
}

const SHUFFLES = 2000;

/**
 * The mean error of each group, and how often the groups of a shuffled column differ as much. The
 * difference is measured by the weighted variance of the group means. With `clusters`, a column
 * that is constant within each cluster is shuffled among whole clusters; any other column is
 * shuffled within each. p is 1 for a single group.
 * @throws RangeError on columns of unequal length
 * @example
 * const errors = [0.2, 0.3, 0.25, -0.1, -0.2, -0.15];
 * biasByGroup({ errors, groups: ["de", "de", "de", "fr", "fr", "fr"] }, "1").groups;
 * // → [{ key: "de", rows: 3, bias: 0.25 }, { key: "fr", rows: 3, bias: -0.15 }]
 */
export function biasByGroup(columns: GroupedErrors, seed: string | number): BiasByGroup {
  const { errors } = columns;
  const groups = clustersOf(errors.length, columns.groups);
  const clusters = clustersOf(errors.length, columns.clusters);
  const weights = columns.weights ?? Array.from({ length: errors.length }, () => 1);
  if (weights.length !== errors.length) {
    throw new RangeError(`weights are one of each of ${errors.length} rows, not ${weights.length}`);
  }
  const means = (of: ArrayLike<number>): Mean[] => meansOf(errors, weights, of, groups.count);
  const found = means(groups.of);
  const apart = spreadOf(found);
  const shuffled = shuffler(groups.of, clusters.of, clusters.count);
  const source = random(`bias by group ${seed}`);
  let asFar = 0;
  for (let b = 0; b < SHUFFLES; b++) {
    if (spreadOf(means(shuffled(source))) >= apart * (1 - 1e-12)) asFar++;
  }
  const keys = [...new Set(Array.from(columns.groups))];
  return {
    groups: found.map(({ rows, mean: bias }, group) => ({ key: keys[group]!, rows, bias })),
    p: (asFar + 1) / (SHUFFLES + 1),
  };
}

interface Mean {
  readonly rows: number;
  readonly weight: number;
  readonly mean: number;
}

function meansOf(
  errors: ArrayLike<number>,
  weights: ArrayLike<number>,
  of: ArrayLike<number>,
  count: number,
): Mean[] {
  const sums = Array.from({ length: count }, () => ({ rows: 0, weight: 0, sum: 0 }));
  for (let row = 0; row < errors.length; row++) {
    const group = sums[of[row]!]!;
    group.rows++;
    group.weight += weights[row]!;
    group.sum += weights[row]! * errors[row]!;
  }
  return sums.map(({ rows, weight, sum }) => ({ rows, weight, mean: sum / weight }));
}

/** The weighted variance of the means. */
function spreadOf(means: readonly Mean[]): number {
  const all = means.reduce((sum, { weight }) => sum + weight, 0);
  const centre = means.reduce((sum, { weight, mean: value }) => sum + weight * value, 0) / all;
  return means.reduce((sum, { weight, mean: value }) => sum + weight * (value - centre) ** 2, 0);
}

type Shuffler = (source: ReturnType<typeof random>) => ArrayLike<number>;

/** Shuffles of the groups: of whole clusters where each lies in one group, otherwise within each. */
function shuffler(groups: Uint32Array, clusters: Uint32Array, count: number): Shuffler {
  const members = Array.from({ length: count }, (): number[] => []);
  for (const [row, cluster] of clusters.entries()) {
    members[cluster]!.push(row);
  }
  const areWhole = members.every((rows) => rows.every((row) => groups[row] === groups[rows[0]!]));
  if (areWhole) {
    const ofClusters = members.map((rows) => groups[rows[0]!]!);
    return (source) => {
      const drawn = shuffle(ofClusters, source);
      return clusters.map((cluster) => drawn[cluster]!);
    };
  }
  return (source) => {
    const drawn = new Uint32Array(groups.length);
    for (const rows of members) {
      const order = shuffle(rows, source);
      for (const [at, row] of rows.entries()) {
        drawn[row] = groups[order[at]!]!;
      }
    }
    return drawn;
  };
}
