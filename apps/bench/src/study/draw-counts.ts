import { aliasSampler, type CountedLabels, type Label, type Marginal, random } from "@promptnce/core";

/**
 * What so many people say who are drawn anew from P(y): as few labels as somebody may count before asking a model.
 * Where P(y) sums to less than one, the rest give labels that are not in it; where above, each gives several.
 */
export function drawCounts(marginal: Marginal, total: number, seed: string): CountedLabels {
  const labels = [...marginal.keys()];
  const sum = [...marginal.values()].reduce((one, two) => one + two, 0);
  const draw = aliasSampler([...marginal.values(), Math.max(0, 1 - sum)]);
  const counts = new Map<Label, number>();
  for (const place of draw(Math.round(total * Math.max(1, sum)), random(`${seed}/counts`))) {
    const label = labels[place];
    if (label !== undefined) counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return { counts, total };
}
