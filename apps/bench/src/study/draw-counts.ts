import { aliasSampler, random } from "@promptnce/core/sampling";
import type { CountedLabels, Label, Marginal } from "@promptnce/core";

/**
 * A sample of `total` answers drawn anew from P(y), as if a user had counted a few labels before
 * asking a model. If P(y) sums to less than one, the remainder gives labels outside it; if to more,
 * each person gives several.
 */
export function drawCounts(marginal: Marginal, total: number, seed: string): CountedLabels {
  const labels = [...marginal.keys()];
  const sum = [...marginal.values()].reduce((subtotal, p) => subtotal + p, 0);
  const draw = aliasSampler([...marginal.values(), Math.max(0, 1 - sum)]);
  const counts = new Map<Label, number>();
  for (const place of draw(Math.round(total * Math.max(1, sum)), random(`${seed}/counts`))) {
    const label = labels[place];
    if (label !== undefined) counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return { counts, total };
}
