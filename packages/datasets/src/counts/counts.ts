import {
  byContext,
  contextKey,
  type Context,
  type Dataset,
  type Input,
  type Label,
  type Marginal,
  type Observation,
  type Source,
} from "@promptnce/core";
import { pmiOfCounts } from "@promptnce/core/information";

/** A pair with its counts. */
interface CountedObservation extends Observation {
  /** The number of people who answered about x. */
  readonly raters: number;
  /** The number of those who gave y, from 1. */
  readonly responses: number;
}

/** A pair with its counts, and further data from its file. */
export type KeptObservation<Kept extends object = object> = CountedObservation & Readonly<Kept>;

/**
 * Which observations a dataset has. What it leaves out still counts in P(y|x), P(y) and the labels.
 */
export type Where<Kept extends object> = (pair: KeptObservation<Kept>) => boolean;

/**
 * People's answers about one x: the number of them, out of `total` answers (or raters), for each
 * label.
 */
export interface Tally<Kept extends object = object> {
  readonly x: Input;
  readonly total: number;
  /** The count of each label that was given at least once. */
  readonly counts: ReadonlyMap<Label, number>;
  /** The part of an observation's id before its label. */
  readonly id: string;
  /** That of x, which has its fields; absent where all x share one. */
  readonly context?: Context;
  /** The further data of an observation of x with this label. */
  readonly kept: (y: Label) => Kept;
}

interface Counts<Kept extends object> {
  readonly name: string;
  readonly labels: readonly Label[];
  readonly sources: readonly Source[];
  readonly tallies: readonly Tally<Kept>[];
  /** Which pairs are observations; all by default. */
  readonly where?: Where<Kept> | undefined;
  /** The counts behind base rates; by default those of all tallies together. */
  readonly base?: BaseCounts | undefined;
  /** The contexts of the tallies, with the labels of each; absent where all x share one. */
  readonly contexts?: readonly ContextLabels[] | undefined;
}

/** A context with all of its labels. */
export interface ContextLabels {
  readonly context: Context;
  readonly labels: readonly Label[];
}

/** The counts behind base rates: P(y) = labelCounts(y) / answers. */
export interface BaseCounts {
  readonly labelCounts: ReadonlyMap<Label, number>;
  readonly answers: number;
}

/**
 * The dataset of counts: an observation for every (x, y) with a nonzero count that is wanted,
 * P(y|x) = count / total, unsmoothed, and PMI from the counts themselves, where P(y) is that of the
 * pair's context if there are several. `conditional` is the mean over tallies whose x has the same
 * text, since a respondent who sees only the text cannot tell them apart; it throws for a text not
 * in the data, as `marginalIn` does for a context.
 */
export function countedDataset<Kept extends object>(
  counts: Counts<Kept>,
): Dataset<KeptObservation<Kept>> {
  const {
    name,
    labels,
    tallies,
    where = () => true,
    base = pooledCounts(labels, tallies),
    contexts,
    sources,
  } = counts;
  const own = contexts && basesOf(contexts, tallies);
  const observations: KeptObservation<Kept>[] = [];
  for (const { x, total, id, context, kept, ...tally } of tallies) {
    const { labelCounts, answers } = own?.get(contextKey(context)) ?? base;
    for (const [y, count] of tally.counts) {
      const labelCount = labelCounts.get(y) ?? 0;
      const pmi = pmiOfCounts({ pair: count, x: total, y: labelCount, all: answers });
      const terms = { conditional: count / total, marginal: labelCount / answers, pmi };
      const pair = {
        id: `${id}${y}`,
        x,
        y,
        ...(context && { context }),
        ...terms,
        raters: total,
        responses: count,
        ...kept(y),
      };
      if (where(pair)) observations.push(pair);
    }
  }
  const find = inputIndex(tallies);
  const conditional = (x: Input, y: Label): number => {
    const same = find(x);
    if (same.length === 0) throw new RangeError(`${name} has no input ${JSON.stringify(x)}`);
    return (
      same.reduce((sum, { counts, total }) => sum + (counts.get(y) ?? 0) / total, 0) / same.length
    );
  };
  return {
    name,
    task: name,
    simulated: false,
    labels,
    observations,
    marginal: sharesOf(base),
    ...(own && { marginalIn: marginalFinder(name, Object.keys(contexts![0]!.context), own) }),
    conditional,
    sources,
  };
}

/** The counts behind the base rates of each context, by its key. */
function basesOf(
  contexts: readonly ContextLabels[],
  tallies: readonly Tally[],
): ReadonlyMap<string, BaseCounts> {
  const talliesOf = byContext(tallies);
  return new Map(
    contexts.map(({ context, labels }) => [
      contextKey(context),
      pooledCounts(labels, talliesOf(context)),
    ]),
  );
}

/** P(y | c) by the fields that name a context, others being left aside. */
function marginalFinder(
  name: string,
  given: readonly string[],
  bases: ReadonlyMap<string, BaseCounts>,
): (fields: Input) => Marginal {
  const marginals = new Map(Array.from(bases, ([key, base]) => [key, sharesOf(base)]));
  return (fields) => {
    const context = Object.fromEntries(given.map((field) => [field, fields[field] ?? ""]));
    const marginal = marginals.get(contextKey(context));
    if (marginal === undefined)
      throw new RangeError(`${name} has no context ${JSON.stringify(context)}`);
    return marginal;
  };
}

function sharesOf({ labelCounts, answers }: BaseCounts): Marginal {
  return new Map(Array.from(labelCounts, ([y, count]) => [y, count / answers]));
}

/**
 * The counts for P(y) = Σ counts of y / Σ totals. P(y) sums to less than one if rare answers are
 * missing, and to more if raters give several labels.
 */
function pooledCounts(labels: readonly Label[], tallies: readonly Tally[]): BaseCounts {
  const labelCounts = new Map<Label, number>(labels.map((label) => [label, 0]));
  let answers = 0;
  for (const { total, counts } of tallies) {
    answers += total;
    for (const [y, count] of counts) {
      labelCounts.set(y, (labelCounts.get(y) ?? 0) + count);
    }
  }
  return { labelCounts, answers };
}

/**
 * A function that returns the items with a given input, in order. All items must have the fields of
 * the first.
 */
export function inputIndex<T extends { readonly x: Input }>(
  items: readonly T[],
): (x: Input) => readonly T[] {
  const [only = "", ...others] = Object.keys(items[0]?.x ?? {});
  // JSON keeps ["a", "b c"] and ["a b", "c"] apart; one field needs no such care.
  const textOf = (x: Input): string =>
    others.length === 0
      ? (x[only] ?? "")
      : JSON.stringify([only, ...others].map((field) => x[field]));
  let byText: ReadonlyMap<string, readonly T[]> | undefined;
  return (x) => {
    byText ??= Map.groupBy(items, (item) => textOf(item.x));
    return byText.get(textOf(x)) ?? [];
  };
}
