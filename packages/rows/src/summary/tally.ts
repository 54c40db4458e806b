import type { Context, Estimate, Label, Pmf } from "@promptnce/core";
import { contextKey } from "@promptnce/core";
import { CoherenceTally } from "@promptnce/core/coherence";
import { isBelowClamp } from "@promptnce/core/information";
import { type Random, random } from "@promptnce/core/sampling";
import type { SynonymsOf } from "@promptnce/core";
import type { Truth } from "../survey/people.ts";
import { Extremes, type NamedMethod, type TalliedEstimate } from "./extremes.ts";

/** Of how many estimates each statistic is made: a uniform draw where there are more. */
const SAMPLE = 20_000;

/**
 * Of the draws and the bootstrap. No run's own, so that the summary of a run and the report of its file, which does not
 * hold the run's seed, give the same numbers.
 */
export const STATISTICS_SEED = "1";

/** An estimate that can be held against what people did. */
export interface Known {
  readonly estimate: Estimate & { readonly pmi: number };
  readonly truth: Truth;
  /** What the pair is known by: its errors are those of others that share its context, its x or its label. */
  readonly keys?: {
    readonly context: string;
    readonly given?: Context | undefined;
    readonly x: string;
    readonly y: Label;
  };
}

/** A uniform draw of what comes by (Vitter's algorithm R): of the same items in the same order the same. */
export class Reservoir<T> {
  /** All that came, up to the size. */
  readonly kept: T[] = [];
  /** How many came. */
  seen = 0;
  readonly #size: number;
  readonly #source: Random;

  constructor(size: number, seed: string) {
    this.#size = size;
    this.#source = random(seed);
  }

  add(item: T): void {
    this.seen++;
    const place = this.kept.length < this.#size ? this.kept.length : this.#source.below(this.seen);
    if (place < this.#size) this.kept[place] = item;
  }
}

/** What is kept of the estimates of one method: nothing grows with them. */
class MethodTally {
  readonly method: NamedMethod;
  estimates = 0;
  unreadable = 0;
  /** Of the unreadable, those for which a request failed. */
  failed = 0;
  /** Resting on masses that sum far from one. */
  doubtful = 0;
  /** Of pairs that a prompt has shown. */
  shown = 0;
  /** With a term above 0 and below what a reported 0 counts as. */
  belowClamp = 0;
  readonly coherence: CoherenceTally;
  /** Of the estimates that have P̂(y|x) and P̂(y). */
  readonly terms: Reservoir<Estimate>;
  /** Of those that have a PMI and a truth that is fair to score by: few among all labels of every x. */
  readonly known: Reservoir<Known>;

  constructor(
    method: NamedMethod,
    { labels = Infinity, synonyms }: Pick<TallyOptions, "labels" | "synonyms">,
  ) {
    this.method = method;
    this.coherence = new CoherenceTally(labels, synonyms);
    this.terms = new Reservoir(SAMPLE, `${STATISTICS_SEED}/summary/terms/${method.id}`);
    this.known = new Reservoir(SAMPLE, `${STATISTICS_SEED}/summary/known/${method.id}`);
  }
}

/** What is kept of a run. */
export interface RunTally {
  /** What is kept of each method, in their order. */
  readonly methods: readonly MethodTally[];
  /** The place of each label, where labels have an order. */
  readonly order: ReadonlyMap<Label, number> | undefined;
  /** Of the estimates that came with the text of their x. */
  readonly extremes: Extremes;
  /**
   * Adds the estimates of an input, known by its key. The draws depend on the order in which
   * estimates come: that of the rows of the result. `x` gives the text of x for people, and is
   * called where a pair is listed among the extremes.
   */
  add(key: string, estimates: readonly TalliedEstimate[], x?: () => string): void;
}

interface TallyOptions {
  /** What people did with a pair; `undefined` where nobody knows. */
  readonly truthOf: (key: string, trial: TalliedEstimate["trial"]) => Truth | undefined;
  /** Whether a prompt has shown the pair, so that it is not scored; none if not given. */
  readonly isShown?: (trial: TalliedEstimate["trial"]) => boolean;
  /** How many labels there are, and which are near-synonyms of one, itself among them: see `CoherenceTally`. */
  readonly labels?: number | ((context: Context | undefined) => number);
  readonly synonyms?: SynonymsOf | undefined;
  /** The labels in their order, where they have one. */
  readonly ordered?: readonly Label[] | undefined;
}

/** A tally of nothing so far. */
export function tally(methods: readonly NamedMethod[], options: TallyOptions): RunTally {
  const { truthOf, isShown = () => false, ordered } = options;
  const order: ReadonlyMap<Label, number> | undefined =
    ordered && new Map(ordered.map((label, place) => [label, place]));
  const tallies = new Map(methods.map((method) => [method, new MethodTally(method, options)]));
  const extremes = new Extremes(methods);
  return {
    methods: [...tallies.values()],
    order,
    extremes,
    add(key, estimates, x) {
      if (x)
        for (const one of estimates) {
          extremes.add(one, x);
        }
      const sets = setsOf(estimates);
      for (const one of estimates) {
        const { method, trial, estimate, pmfs = [], beside, readable, failed, doubtful } = one;
        const kept = tallies.get(method);
        if (kept === undefined) continue;
        kept.estimates++;
        if (!readable) kept.unreadable++;
        else if (doubtful) kept.doubtful++;
        if (failed) kept.failed++;
        const isOpen = pmfs[0]?.other !== undefined;
        const other =
          beside ?? sets.get(trial.id)?.find((one) => isOpen !== (one.other !== undefined));
        kept.coherence.add(trial, estimate, pmfs, other);
        const shown = isShown(trial);
        if (shown) kept.shown++;
        const { conditional, marginal, pmi } = estimate;
        if (pmi === undefined) continue;
        if (isBelowClamp(estimate)) kept.belowClamp++;
        if (conditional !== undefined && marginal !== undefined) kept.terms.add(estimate);
        const truth = shown ? undefined : truthOf(key, trial);
        if (truth === undefined) continue;
        const given = trial.context;
        const keys = { context: contextKey(given), x: key, y: trial.y, ...(given && { given }) };
        kept.known.add({ estimate: { ...estimate, pmi }, truth, keys });
      }
    },
  };
}

/** What was answered of each pair's sets by all methods, where there are several. */
function setsOf(estimates: readonly TalliedEstimate[]): ReadonlyMap<string, readonly Pmf[]> {
  const sets = new Map<string, Pmf[]>();
  for (const { trial, pmfs = [] } of estimates)
    sets.set(trial.id, [...(sets.get(trial.id) ?? []), ...pmfs]);
  return sets;
}
