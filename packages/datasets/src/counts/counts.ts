import { pmiOfCounts, type Dataset, type Input, type Label, type Observation } from "@promptnce/core";
import { inputIndex } from "./input-index.ts";

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
export interface Counted extends Pick<Dataset, "name" | "labels" | "sources"> {
  readonly fields: readonly string[];
  readonly tallies: readonly Tally[];
  readonly base: BaseCounts;
}

/** What base rates are made of: P(y) = given / answers. */
export interface BaseCounts {
  readonly given: ReadonlyMap<Label, number>;
  readonly answers: number;
}

/**
 * The base rates pooled over all answers: P(y) = Σ counts of y / Σ totals. Sums to less than one where
 * the file leaves rare answers out, to more where a rater may give several labels.
 */
export function pooledCounts(labels: readonly Label[], tallies: readonly Tally[]): BaseCounts {
  const given = new Map<Label, number>(labels.map((label) => [label, 0]));
  let answers = 0;
  for (const { total, counts } of tallies) {
    answers += total;
    for (const [y, count] of counts) given.set(y, (given.get(y) ?? 0) + count);
  }
  return { given, answers };
}

/**
 * The dataset of counts: an observation for every (x, y) with a nonzero count, P(y|x) = count /
 * total, unsmoothed, and PMI from the counts themselves. `conditional` is the mean over tallies whose x has the same text, since a
 * respondent who sees only the text cannot tell them apart; it throws for a text not in the data.
 */
export function countedDataset(counted: Counted): Dataset {
  const { name, labels, base, sources, fields, tallies } = counted;
  const marginal = new Map([...base.given].map(([y, given]) => [y, given / base.answers]));
  const index = inputIndex<Tally>(fields);
  const observations: Observation[] = [];
  for (const tally of tallies) {
    index.add(tally.x, tally);
    for (const [y, count] of tally.counts) {
      const { x, total } = tally;
      const given = base.given.get(y) ?? 0;
      const pmi = pmiOfCounts({ pair: count, x: total, y: given, all: base.answers });
      const terms = { conditional: count / total, marginal: given / base.answers, pmi };
      observations.push({ id: tally.id(y), x, y, ...terms });
    }
  }
  const conditional = (x: Input, y: Label): number => {
    const same = index.get(x);
    if (same.length === 0) throw new RangeError(`${name} has no input ${JSON.stringify(x)}`);
    let sum = 0;
    for (const { counts, total } of same) sum += (counts.get(y) ?? 0) / total;
    return sum / same.length;
  };
  return { name, task: name, simulated: false, labels, observations, marginal, conditional, sources };
}
