import type { Dataset, Input, Label, Source } from "@promptnce/core";
import { DatasetError } from "../files/errors.ts";
import { type Counted, countedDataset, type Tally } from "./counts.ts";

/** How many people gave y to x. */
export interface CountedPair {
  readonly x: Input;
  readonly y: Label;
  readonly count: number;
}

/** A program's own counts, for {@link datasetOfCounts}. */
export interface CountsOfOwn {
  readonly name: string;
  /** All labels; by default those of the pairs. */
  readonly labels?: readonly Label[];
  /** The task whose templates ask about the dataset; its name by default. */
  readonly task?: string;
  /** The counts of pairs, which add up if a pair is repeated. A count of 0 only adds its label. */
  readonly pairs: Iterable<CountedPair>;
  /** The files that the counts were read from; none by default. */
  readonly sources?: readonly Source[];
}

/**
 * The dataset of a program's own counts: P(y|x) = count / all counts of x, P(y) = all counts of y / all counts, and PMI in
 * nats, unsmoothed. Its labels are the given ones or, by default, those of the pairs.
 * @throws DatasetError for a count that is no number from 0, a label that is not among the given ones, or only zero counts
 */
export function datasetOfCounts({
  name,
  task = name,
  pairs,
  labels,
  sources = [],
}: CountsOfOwn): Dataset<Counted> {
  const listed = labels && new Set(labels);
  const found = new Set<Label>(labels);
  const tallies = new Map<string, Tally & { total: number; readonly counts: Map<Label, number> }>();
  for (const { x, y, count } of pairs) {
    if (!(Number.isFinite(count) && count >= 0)) {
      throw new DatasetError(`${name}: the count of ${y} is ${count}, expected a number from 0`);
    }
    if (listed?.has(y) === false)
      throw new DatasetError(`${name}: ${JSON.stringify(y)} is none of its labels`);
    found.add(y);
    if (count === 0) continue;
    const text = JSON.stringify(Object.values(x));
    const tally = tallies.get(text) ?? {
      x,
      total: 0,
      counts: new Map(),
      id: `${text}→`,
      kept: () => ({}),
    };
    tallies.set(text, tally);
    tally.total += count;
    tally.counts.set(y, (tally.counts.get(y) ?? 0) + count);
  }
  if (tallies.size === 0)
    throw new DatasetError(`${name}: no pair has a count above 0, so that nothing is known of it`);
  return {
    ...countedDataset({ name, labels: [...found], tallies: [...tallies.values()], sources }),
    task,
  };
}
