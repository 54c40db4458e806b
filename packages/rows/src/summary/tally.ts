import type { Context, Estimate, Label, PairNumbers, Pmf, SynonymsOf } from "@promptnce/core";
import { CoherenceTally } from "@promptnce/core/coherence";
import { type FrameBuilder, frameBuilder, type FrameRow } from "@promptnce/core/frame";
import { isBelowClamp, isZeroByZero } from "@promptnce/core/information";
import { type Random, random } from "@promptnce/core/sampling";
import { knownRow } from "./known-row.ts";
import { RESAMPLING } from "@promptnce/core/scorecard";
import { Extremes, type NamedMethod, type TalliedEstimate } from "./extremes.ts";

/** The most estimates that a statistic uses; of more, a uniform draw. */
const SAMPLE = 20_000;

/**
 * A uniform draw from a stream (Vitter's algorithm R). The same items in the same order give the
 * same draw.
 *
 * @example
 * const drawn = new Reservoir(2, "seed");
 * for (const item of ["a", "b", "c", "d"]) drawn.add(item);
 * [drawn.kept.length, drawn.seen]; // → [2, 4]
 */
export class Reservoir<T> {
  /** The items drawn; all of them if no more than `size` came. */
  readonly kept: T[] = [];
  /** The number of items that came. */
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

/** The tally of one method's estimates, in memory of bounded size. */
class MethodTally {
  readonly method: NamedMethod;
  estimates = 0;
  unreadable = 0;
  /** The number of unreadable estimates for which a request failed. */
  failed = 0;
  /** The number of estimates from masses that sum far from one. */
  doubtful = 0;
  /** The number of estimates of pairs that a prompt has shown. */
  shown = 0;
  /** The number of estimates with a term above 0 but below the clamp. */
  belowClamp = 0;
  /** The number of estimates with terms that are exactly 0. */
  readonly zeros = { conditional: 0, marginal: 0, both: 0 };
  readonly coherence: CoherenceTally;
  /** A draw of the estimates that have both P̂(y|x) and P̂(y). */
  readonly terms: Reservoir<Estimate>;

  constructor(method: NamedMethod, { labels = Infinity, synonyms, sample = SAMPLE }: TallyOptions) {
    this.method = method;
    this.coherence = new CoherenceTally(labels, synonyms);
    // Not by the run's seed, which its file does not hold: a report of the file has the same numbers.
    this.terms = new Reservoir(sample, `${RESAMPLING.seed}/summary/terms/${method.id}`);
  }

  /** Adds an estimate; `other` is the answered distribution over another set of its pair. */
  add(
    { trial, estimate, pmfs = [], readable, failed, doubtful }: TalliedEstimate,
    { other, shown }: { readonly other: Pmf | undefined; readonly shown: boolean },
  ): void {
    this.estimates++;
    if (!readable) this.unreadable++;
    else if (doubtful) this.doubtful++;
    if (failed) this.failed++;
    if (shown) this.shown++;
    this.coherence.add(trial, estimate, pmfs, other);
    const { conditional, marginal, pmi } = estimate;
    if (pmi === undefined) return;
    if (isBelowClamp(estimate)) this.belowClamp++;
    if (conditional === 0) this.zeros.conditional++;
    if (marginal === 0) this.zeros.marginal++;
    if (isZeroByZero(estimate)) this.zeros.both++;
    if (conditional !== undefined && marginal !== undefined) this.terms.add(estimate);
  }
}

/** The tally of a run. */
export interface RunTally {
  /** The tallies of the methods, in their order. */
  readonly methods: readonly MethodTally[];
  /** The place of each label; `undefined` if labels have no order. */
  readonly order: ReadonlyMap<Label, number> | undefined;
  /** The extremes among the estimates that were added with the text of x. */
  readonly extremes: Extremes;
  /**
   * The pairs for which people's numbers are known, with a column for each method, in the order of
   * `methods`; if there are many, a draw of them. Pairs that a prompt has shown are left out.
   */
  readonly known: FrameBuilder;
  /** Adds the estimates of an input, known by its key. */
  add(key: string, estimates: readonly TalliedEstimate[], input?: TalliedInput): void;
}

/** Further facts about an input. */
interface TalliedInput {
  /** The text of x for people, called where a pair is listed among the extremes. */
  readonly x?: () => string;
}

interface TallyOptions {
  /** People's probabilities and PMI of a pair; `undefined` if unknown. */
  readonly truthOf: (key: string, trial: TalliedEstimate["trial"]) => PairNumbers | undefined;
  /**
   * People's P(y|x) of a pair, 0 included; `undefined` if unknown. If not given, that of `truthOf`.
   */
  readonly shareOf?: (key: string, trial: TalliedEstimate["trial"]) => number | undefined;
  /** The number of people who gave the pair; `undefined` if unknown. */
  readonly peopleOf?: (key: string, trial: TalliedEstimate["trial"]) => number | undefined;
  /**
   * Whether a prompt has shown the pair, so that it is not scored; by default no pair was shown.
   */
  readonly isShown?: (trial: TalliedEstimate["trial"]) => boolean;
  /** The number of labels, for `CoherenceTally`. */
  readonly labels?: number | ((context: Context | undefined) => number);
  /**
   * How many pairs, and how many estimates of a method, are drawn for statistics; 20,000 by default.
   */
  readonly sample?: number;
  /** The near-synonyms of a label, itself included, for `CoherenceTally`. */
  readonly synonyms?: SynonymsOf | undefined;
  /** The labels in their order; absent if they have none. */
  readonly ordered?: readonly Label[] | undefined;
}

/**
 * An empty tally for these methods.
 *
 * @example
 * const method = { id: "promptnce", title: "PromptNCE" };
 * const run = tally([method], { truthOf: () => undefined });
 * const trial = { id: "1", y: "WATER" };
 * run.add("SEA", [{ trial, method, estimate: { pmi: 1.2 }, readable: true }]);
 * run.methods[0]; // → { estimates: 1, unreadable: 0 }
 */
export function tally(methods: readonly NamedMethod[], options: TallyOptions): RunTally {
  const { isShown = () => false, ordered, sample = SAMPLE } = options;
  const order: ReadonlyMap<Label, number> | undefined =
    ordered && new Map(ordered.map((label, place) => [label, place]));
  const tallies = new Map(methods.map((method) => [method, new MethodTally(method, options)]));
  const extremes = new Extremes(methods);
  const known = frameBuilder(
    methods.map(({ id }) => id),
    { most: sample, seed: `${RESAMPLING.seed}/summary/known` },
  );
  return {
    methods: [...tallies.values()],
    order,
    extremes,
    known,
    add(key, estimates, { x } = {}) {
      if (x)
        for (const one of estimates) {
          extremes.add(one, x);
        }
      const sets = setsOf(estimates);
      for (const one of estimates) {
        const { method, trial } = one;
        const kept = tallies.get(method);
        if (kept === undefined) continue;
        const isOpen = one.pmfs?.[0]?.other !== undefined;
        const other =
          one.beside ?? sets.get(trial.id)?.find((set) => isOpen !== (set.other !== undefined));
        kept.add(one, { other, shown: isShown(trial) });
      }
      for (const row of knownRows(key, estimates, methods, options)) {
        known.add(row);
      }
    },
  };
}

/** The rows of an input's pairs that people's numbers are known of. */
function knownRows(
  x: string,
  estimates: readonly TalliedEstimate[],
  methods: readonly NamedMethod[],
  { truthOf, shareOf, peopleOf, isShown = () => false }: TallyOptions,
): FrameRow[] {
  const pairs = [...Map.groupBy(estimates, ({ trial }) => trial.id).values()];
  return pairs.flatMap((ofPair) => {
    const { trial } = ofPair[0]!;
    const { context, y } = trial;
    const truth = truthOf(x, trial);
    const share = shareOf ? shareOf(x, trial) : truth?.conditional;
    const people = peopleOf?.(x, trial);
    const pair = { context, x, y, truth, share, people, shown: isShown(trial) };
    return knownRow(pair, methods, ofPair) ?? [];
  });
}

/** The answered distributions of all methods, by pair. */
function setsOf(estimates: readonly TalliedEstimate[]): ReadonlyMap<string, readonly Pmf[]> {
  const sets = new Map<string, Pmf[]>();
  for (const { trial, pmfs = [] } of estimates)
    sets.set(trial.id, [...(sets.get(trial.id) ?? []), ...pmfs]);
  return sets;
}
