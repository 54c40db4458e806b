import type { Dataset, Observation, Outcome } from "@promptnce/core";
import { type Frame, type FrameColumn, frameKeys, type FrameTerms } from "@promptnce/core/frame";
import { labelsOfX, type TruthLevels, truthLevels } from "@promptnce/core/repeats";
import { fingerprint } from "@promptnce/engine";
import type { Sampled, ScoredTerm } from "@promptnce/core/scorecard";
import { labelKey } from "./in-contexts.ts";
import { entryOf, lazily, oncePer } from "./kept.ts";

/** Pairs, with the quantity that estimates are scored by. */
export interface ScoredPairs {
  readonly frame: Frame;
  /** People's quantity, which estimates are ranked against. */
  readonly term: keyof FrameTerms;
  /** Absent if the pairs are labels, or all that is known. */
  readonly sampled?: Sampled | undefined;
}

/** The estimates of a method. */
export interface MethodColumn extends FrameColumn {
  /** 1 for a pair whose masses sum far from one. */
  readonly doubtful?: Uint8Array;
}

/**
 * People's numbers for pairs, as a frame without columns. Its pairs are in the order given; a run
 * of fewer pairs has the first of them.
 */
function frameOfPairs(pairs: readonly Observation[]): Frame {
  return {
    pairs: pairs.length,
    keys: keysOf(pairs),
    truth: termsOf(pairs, (pair, term) => pair[term]),
    columns: [],
  };
}

/** The terms of items as columns, in their order. */
export function termsOf<T>(
  items: readonly T[],
  of: (item: T, term: keyof FrameTerms) => number | undefined,
): FrameTerms {
  const column = (term: keyof FrameTerms) =>
    Float64Array.from(items, (item) => of(item, term) ?? Number.NaN);
  return {
    conditional: column("conditional"),
    marginal: column("marginal"),
    pmi: column("pmi"),
  };
}

/**
 * A function that gives the evaluation pairs of a dataset with a quantity, or the first of them.
 * Pairs are one frame for all tables.
 */
export function scoredPairs(dataset: Dataset, evaluation: readonly Observation[]) {
  const labels = lazily(() => frameOfLabels(evaluation));
  const frames = new Map<number, Frame>();
  const samples = new Map<ScoredTerm, Sampled>();
  return (term: keyof FrameTerms, first = evaluation.length): ScoredPairs => {
    if (term === "marginal") return { term, frame: labels() };
    return {
      term,
      frame: entryOf(frames, first, () => frameOfPairs(evaluation.slice(0, first))),
      sampled: entryOf(samples, term, () => sampledFrom(dataset, evaluation, term)),
    };
  };
}

/** People's P(y) for the labels of pairs, as a frame whose pairs are labels without x. */
function frameOfLabels(pairs: readonly Observation[]): Frame {
  const labels = [...new Map(pairs.map((pair) => [labelKey(pair), pair])).values()];
  const none = new Float64Array(labels.length).fill(Number.NaN);
  return {
    pairs: labels.length,
    keys: frameKeys(labels.map(({ context, y }) => ({ context, x: "", y }))),
    truth: {
      conditional: none,
      marginal: Float64Array.from(labels, ({ marginal }) => marginal),
      pmi: none,
    },
    columns: [],
  };
}

/** What the gate of a term needs of a dataset, for some of its pairs. */
function sampledFrom(
  { observations }: Dataset,
  pairs: readonly Observation[],
  term: ScoredTerm,
): Sampled {
  const { labels, placesById, levelsOf } = wholeOf(observations);
  const { x, label } = levelsOf(term);
  const places = pairs.map(({ id }) => placesById.get(id)!);
  const at = (values: Float64Array) => Float64Array.from(places, (place) => values[place]!);
  return {
    labelsOfX: Uint32Array.from(places, (place) => labels[place]!),
    levels: { x: at(x), label: at(label) },
  };
}

/** What the gates need of all pairs of a dataset: runs about one world share it. */
const wholeOf = oncePer((observations: readonly Observation[]) => {
  const keys = keysOf(observations);
  const levels = new Map<ScoredTerm, TruthLevels>();
  const truthOf = ({ pmi, conditional }: Observation, term: ScoredTerm): number =>
    term === "pmi" ? pmi : Math.log(conditional);
  return {
    labels: labelsOfX(keys),
    placesById: new Map(observations.map(({ id }, place) => [id, place])),
    levelsOf: (term: ScoredTerm) =>
      entryOf(levels, term, () =>
        truthLevels(
          observations.map((pair) => truthOf(pair, term)),
          keys,
        ),
      ),
  };
});

/** An x has the key that `estimate` gives it, so that both draw the same resamples of the same pairs. */
function keysOf(pairs: readonly Observation[]) {
  return frameKeys(
    pairs.map(({ context, x, y }) => ({ context, x: fingerprint(...Object.values(x)), y })),
  );
}

/** The estimates of pairs, in their order. */
export function columnOf(name: string, outcomes: readonly Outcome[]): MethodColumn {
  return {
    name,
    averaged: 0,
    ...termsOf(outcomes, ({ estimate }, term) => estimate[term]),
    doubtful: Uint8Array.from(outcomes, ({ doubtful }) => Number(doubtful ?? false)),
  };
}
