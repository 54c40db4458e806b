import {
  byContext,
  contextKey,
  inContext,
  type InContext,
  marginalsOf,
  type Context,
  type CountedLabels,
  type Dataset,
  type Grounding,
  type Input,
  type Observation,
  type LabelInContext,
} from "@promptnce/core";
import { meanWithSem } from "@promptnce/core/resampling";
import { drawContextGrounding, drawGrounding } from "@promptnce/core/sampling";
import { drawCounts } from "./draw-counts.ts";
import { entryOf } from "./kept.ts";

/**
 * What grounded prompts show of the pairs outside an evaluation set: of each context its own pairs
 * and labels.
 */
export function groundings(
  dataset: Dataset,
  outside: readonly Observation[],
  { seed, responses }: { readonly seed: string; readonly responses: number },
): InContext<Grounding> {
  if (dataset.marginalIn === undefined)
    return drawGrounding(outside, dataset.labels, seed, responses);
  const pairsOf = byContext(outside);
  return remembered((context) => {
    const labels = [...inContext(marginalsOf(dataset), context).keys()];
    return drawContextGrounding(pairsOf(context), labels, seed, responses);
  });
}

/** The counts of a new draw of `people` people who answer as the dataset's do, in each context. */
export function peoplesCounts(
  dataset: Dataset,
  people: number,
  seed: string,
): InContext<CountedLabels> {
  if (dataset.marginalIn === undefined) return drawCounts(dataset.marginal, people, seed);
  return remembered((context) =>
    drawCounts(inContext(marginalsOf(dataset), context), people, `${seed}/${contextKey(context)}`),
  );
}

/**
 * The number of labels that candidate sets are drawn from; of contexts, that of the one with the
 * most.
 */
export function labelCount({ labels, marginalIn, observations }: Dataset): number {
  if (marginalIn === undefined) return labels.length;
  return Math.max(...observations.map(({ context = {} }) => marginalIn(context).size));
}

/**
 * K/L of candidate sets of that size, on average over pairs whose contexts differ in their number
 * of labels.
 */
export function coverage(
  { labels, marginalIn }: Dataset,
  pairs: readonly Observation[],
  k: number,
): number {
  if (marginalIn === undefined) return k / labels.length;
  const shares = pairs.map(({ context = {} }) => {
    const { size } = marginalIn(context);
    return Math.min(k, size) / size;
  });
  return meanWithSem(shares).mean;
}

/** A label together with its context, since a base rate belongs to both. */
export function labelKey({ y, context }: LabelInContext): string {
  return context === undefined ? y : JSON.stringify([contextKey(context), y]);
}

/** The fields of x as one text. */
export function inputText(x: Input): string {
  return Object.values(x).join(" / ");
}

function remembered<T extends object>(
  of: (context: Context | undefined) => T,
): (context: Context | undefined) => T {
  const known = new Map<string, T>();
  return (context) => {
    return entryOf(known, contextKey(context), () => of(context));
  };
}
