import type { Context, Dataset, Input, Label, Source } from "@promptnce/core";
import { DatasetError } from "../files/errors.ts";
import { type KeptObservation, countedDataset, type Tally } from "./counts.ts";
import { LabelContexts } from "./label-contexts.ts";

/** How many people gave y to x. */
export interface CountedPair {
  readonly x: Input;
  readonly y: Label;
  readonly count: number;
}

/** A program's own counts, for {@link datasetOfCounts}. */
export interface OwnCounts {
  readonly name: string;
  /** All labels, of every context where there are several; by default those of the pairs. */
  readonly labels?: readonly Label[];
  /** The task whose templates ask about the dataset; its name by default. */
  readonly task?: string;
  /**
   * The fields of x that are its context, as the `given` of a task: P(y), PMI and labels are then
   * those of each context. One context for all if not given.
   */
  readonly given?: readonly string[] | undefined;
  /** The counts of pairs, which add up if a pair is repeated. A count of 0 only adds its label. */
  readonly pairs: Iterable<CountedPair>;
  /** The files that the counts were read from; none by default. */
  readonly sources?: readonly Source[];
}

/**
 * The dataset of a program's own counts: P(y|x) = count / all counts of x, P(y) = all counts of y /
 * all counts, and PMI in nats, unsmoothed. With `given`, P(y) is that of the pair's context, and a
 * context with a single label, which tells nothing, has no observations. Its labels are the given
 * ones or, by default, those of the pairs.
 * @throws DatasetError for a count that is not a number of 0 or more, a label that is not among the
 *   given ones, or only zero counts; and where `given` names what is no field of x, or all fields
 * @example
 * const pairs = [
 *   { x: { cue: "SEA" }, y: "WATER", count: 30 },
 *   { x: { cue: "SEA" }, y: "SALT", count: 10 },
 *   { x: { cue: "SUN" }, y: "HOT", count: 40 },
 * ];
 * datasetOfCounts({ name: "ours", task: "words", pairs }).observations[0];
 * // → { y: "WATER", conditional: 0.75, marginal: 0.375, pmi: 0.693 }
 */
export function datasetOfCounts({
  name,
  task = name,
  pairs,
  labels,
  given,
  sources = [],
}: OwnCounts): Dataset<KeptObservation> {
  const listed = labels && new Set(labels);
  const found = new Set<Label>(labels);
  const contexts = given && new LabelContexts(name, given, labels ?? []);
  const tallies = new Map<string, CountingTally>();
  for (const { x, y, count } of pairs) {
    if (!(Number.isFinite(count) && count >= 0)) {
      throw new DatasetError(
        `${name}: the count of ${y} is ${count}, expected a number of 0 or more`,
      );
    }
    if (listed?.has(y) === false)
      throw new DatasetError(`${name}: ${JSON.stringify(y)} is none of its labels`);
    found.add(y);
    const context = contexts?.add(x, y);
    if (count === 0) continue;
    const text = JSON.stringify(Object.values(x));
    const tally = tallies.get(text) ?? newTally(text, x, context);
    tallies.set(text, tally);
    tally.total += count;
    tally.counts.set(y, (tally.counts.get(y) ?? 0) + count);
  }
  if (tallies.size === 0)
    throw new DatasetError(`${name}: no pair has a count above 0, so that nothing is known of it`);
  const counted = { name, labels: [...found], tallies: [...tallies.values()], sources };
  if (contexts === undefined) return { ...countedDataset(counted), task };
  const where = ({ context }: KeptObservation): boolean => contexts.hasChoice(context!);
  return { ...countedDataset({ ...counted, contexts: contexts.all, where }), task };
}

type CountingTally = Tally & { total: number; readonly counts: Map<Label, number> };

function newTally(text: string, x: Input, context: Context | undefined): CountingTally {
  const id = `${text}→`;
  return { x, total: 0, counts: new Map(), id, ...(context && { context }), kept: () => ({}) };
}
