import type { Clusters } from "./resampler.ts";

/** The least-squares fit of one level a group of either kind, and what it leaves. */
export interface TwoWayFit {
  /** The level of each value's group; only their sum is determined. */
  readonly first: Float64Array;
  readonly second: Float64Array;
  /**
   * A number a value, on a grid of 1e-10 of the largest value: ties are ties, and rounding alone
   * is 0.
   */
  readonly residuals: Float64Array;
  /** How many numbers are left to vary: values less the levels that were fitted. */
  readonly freedom: number;
}

/**
 * What a column of values is as a level of its first group and one of its second, however
 * unbalanced the groups are, by alternating projections: the means of the first kind are taken out,
 * then those of the second, until neither is left. That converges to least squares (von Neumann;
 * for crossed levels, Gaure, 2013), needs no matrix of groups by groups, and takes out in one round
 * what is a function of one kind alone.
 * @param values finite
 * @param weights one a value, above 0: means and squares are then weighted; all 1 if not given
 */
export function twoWayFit(
  values: Float64Array,
  first: Clusters,
  second: Clusters,
  weights: Float64Array = values.map(() => 1),
): TwoWayFit {
  const left = values.slice();
  const kinds = [first, second].map((groups) => ({ groups, sizes: sizesOf(groups, weights) }));
  const levels = kinds.map(({ groups }) => new Float64Array(groups.count));
  const scale = left.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let moved = 0;
    for (const [kind, { groups, sizes }] of kinds.entries()) {
      moved = Math.max(moved, takeMeans({ values: left, weights }, groups, sizes, levels[kind]!));
    }
    if (moved <= SMALLEST * scale) break;
  }
  const grid = GRID * scale;
  return {
    first: Float64Array.from(first.of, (group) => levels[0]![group]!),
    second: Float64Array.from(second.of, (group) => levels[1]![group]!),
    residuals: left.map((value) => (scale === 0 ? 0 : Math.round(value / grid) * grid || 0)),
    freedom: values.length - first.count - second.count + componentsOf(first, second),
  };
}

const MOST_ROUNDS = 10_000;
/** Of the largest value: means that are no more than rounding. */
const SMALLEST = 1e-14;
/** Likewise: what residuals are rounded to. The rounds may stop at a thousandth of it and less. */
const GRID = 1e-10;

/** What the values of each group weigh together. */
function sizesOf({ of, count }: Clusters, weights: Float64Array): Float64Array {
  const sizes = new Float64Array(count);
  for (let i = 0; i < weights.length; i++) {
    sizes[of[i]!]! += weights[i]!;
  }
  return sizes;
}

/**
 * Moves the mean of each group from the values to its level, and says how large the largest was.
 */
function takeMeans(
  { values, weights }: Readonly<Record<"values" | "weights", Float64Array>>,
  { of, count }: Clusters,
  sizes: Float64Array,
  levels: Float64Array,
): number {
  const means = new Float64Array(count);
  for (let i = 0; i < values.length; i++) {
    means[of[i]!]! += weights[i]! * values[i]!;
  }
  let largest = 0;
  for (let group = 0; group < count; group++) {
    means[group]! /= sizes[group]!;
    levels[group]! += means[group]!;
    largest = Math.max(largest, Math.abs(means[group]!));
  }
  for (let i = 0; i < values.length; i++) {
    values[i]! -= means[of[i]!]!;
  }
  return largest;
}

/** How many sets of rows share no group with another: in each, one level is free. */
export function componentsOf(first: Clusters, second: Clusters): number {
  const parents = Uint32Array.from({ length: first.count + second.count }, (_, node) => node);
  const rootOf = (node: number): number => {
    let root = node;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root]!]!;
      root = parents[root]!;
    }
    return root;
  };
  let components = parents.length;
  for (let row = 0; row < first.of.length; row++) {
    const [a, b] = [rootOf(first.of[row]!), rootOf(first.count + second.of[row]!)];
    if (a === b) continue;
    parents[a] = b;
    components--;
  }
  return components;
}
