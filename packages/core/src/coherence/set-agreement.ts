import { massOf } from "../estimation/terms.ts";
import type { Label, Pmf } from "../types.ts";

/**
 * What two candidate sets of one x say of a label, so that both should say the same: its mass where both have OTHER,
 * else its share of the labels that they have in common. `undefined` where they share no other, or give them no mass.
 */
export function sameOfSets(a: Pmf, b: Pmf, y: Label): readonly [number, number] | undefined {
  const [p = Number.NaN, q = Number.NaN] = [massOf(a, y), massOf(b, y)];
  const massesOfB = new Map(b.labels.map((label, i) => [label, b.masses[i]!]));
  const common = a.labels.flatMap((label, i) => (massesOfB.has(label) ? [[a.masses[i]!, massesOfB.get(label)!]] : []));
  const [inA, inB] = [0, 1].map((of) => common.reduce((sum, masses) => sum + masses[of]!, 0)) as [number, number];
  const isOpen = a.other !== undefined && b.other !== undefined;
  const same = isOpen ? ([p, q] as const) : ([p / inA, q / inB] as const);
  return Number.isNaN(same[0] + same[1]) || (!isOpen && common.length < 2) ? undefined : same;
}
