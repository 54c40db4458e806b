import type { Dataset, Input, Label, Marginal, Observation } from "@promptnce/core";
import { inputIndex } from "./input-index.ts";
import { observe } from "./observe.ts";

/** How people answered one x: of `total` answers (or raters), how many gave each label. */
export interface Tally {
  readonly x: Input;
  readonly total: number;
  /** Only labels that were given at least once. */
  readonly counts: ReadonlyMap<Label, number>;
  /** The id of the observation of a label. */
  id(y: Label): string;
}

/** Everything of a counted dataset but the arithmetic. */
export interface Counted extends Pick<Dataset, "name" | "labels" | "marginal" | "sources"> {
  readonly fields: readonly string[];
  readonly tallies: readonly Tally[];
}

/**
 * P(y) pooled over all answers: Σ counts of y / Σ totals. Sums to less than one where the file
 * leaves rare answers out, to more where a rater may give several labels.
 */
export function pooledMarginal(labels: readonly Label[], tallies: readonly Tally[]): Marginal {
  const sums = new Map<Label, number>(labels.map((label) => [label, 0]));
  let answers = 0;
  for (const { total, counts } of tallies) {
    answers += total;
    for (const [y, count] of counts) sums.set(y, (sums.get(y) ?? 0) + count);
  }
  return new Map([...sums].map(([y, sum]) => [y, sum / answers]));
}

/**
 * The dataset of counts: an observation for every (x, y) with a nonzero count, P(y|x) = count /
 * total, unsmoothed. `conditional` is the mean over tallies whose x has the same text, since a
 * respondent who sees only the text cannot tell them apart; it throws for a text not in the data.
 */
export function countedDataset(counted: Counted): Dataset {
  const { name, labels, marginal, sources, fields, tallies } = counted;
  const index = inputIndex<Tally>(fields);
  const observations: Observation[] = [];
  for (const tally of tallies) {
    index.add(tally.x, tally);
    for (const [y, count] of tally.counts) {
      const pair = { id: tally.id(y), x: tally.x, y };
      observations.push(observe(pair, count / tally.total, marginal.get(y) ?? 0));
    }
  }
  const conditional = (x: Input, y: Label): number => {
    const same = index.get(x);
    if (same.length === 0) throw new RangeError(`${name} has no input ${JSON.stringify(x)}`);
    let sum = 0;
    for (const { counts, total } of same) sum += (counts.get(y) ?? 0) / total;
    return sum / same.length;
  };
  return {
    name,
    task: name,
    simulated: false,
    labels,
    observations,
    marginal,
    conditional,
    sources,
  };
}
