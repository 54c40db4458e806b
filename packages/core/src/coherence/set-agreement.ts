import { massOf } from "../estimation/terms.ts";
import type { Label, Pmf } from "../types.ts";

/**
 * What two candidate sets of one x say of a label, so that both should say the same: its mass where both have OTHER,
 * else its share of the labels that they have in common. `undefined` where they share no other, or give them no mass.
 */
export function sameOfSets(a: Pmf, b: Pmf, y: Label): readonly [number, number] | undefined {
  const isOpen = a.other !== undefined && b.other !== undefined;
  const common = a.labels.filter((label) => b.labels.includes(label));
  if (!isOpen && common.length < 2) return undefined;
  const shareOf = (pmf: Pmf): number =>
    (massOf(pmf, y) ?? Number.NaN) / (isOpen ? 1 : common.reduce((sum, one) => sum + massOf(pmf, one)!, 0));
  const [p, q] = [shareOf(a), shareOf(b)];
  return Number.isNaN(p + q) ? undefined : [p, q];
}
