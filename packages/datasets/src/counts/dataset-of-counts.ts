import type { Dataset, Input, Label, Source } from "@promptnce/core";
import { DatasetError } from "../files/errors.ts";
import { type Counted, countedDataset, type Tally } from "./counts.ts";

/** How many people gave y to x. */
export interface CountedPair {
  readonly x: Input;
  readonly y: Label;
  readonly count: number;
}

/** Counts of one's own, to be made a dataset. */
export interface CountsOfOwn {
  readonly name: string;
  /** All labels; those that are counted if not given. */
  readonly labels?: readonly Label[];
  /** Whose templates ask about it; the name if not given. */
  readonly task?: string;
  /** The same pair may come several times; one that nobody gave says no more than that its label is one. */
  readonly pairs: Iterable<CountedPair>;
  /** The files that the counts were read from; none if not given. */
  readonly sources?: readonly Source[];
}

/**
 * The dataset of counts of one's own: P(y|x) = count / all counts of x, P(y) = all counts of y / all counts, PMI in
 * nats, unsmoothed. Its labels are those that are counted if none are named.
 * @throws DatasetError for a count that is no number from 0, a label not among those named, and where all counts are 0
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
