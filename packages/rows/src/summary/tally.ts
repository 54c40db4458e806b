import type { Context, Estimate, Label, Pmf } from "@promptnce/core";
import { contextKey } from "@promptnce/core";
import { CoherenceTally } from "@promptnce/core/coherence";
import { isBelowClamp, isZeroByZero } from "@promptnce/core/information";
import { type Random, random } from "@promptnce/core/sampling";
import type { SynonymsOf } from "@promptnce/core";
import type { Truth } from "../survey/people.ts";
import type { PairWithTruth, ElicitedShare } from "./pair-with-truth.ts";
import { STATISTICS_SEED } from "./statistics-seed.ts";
import { Extremes, type NamedMethod, type TalliedEstimate } from "./extremes.ts";

/** The most estimates that a statistic uses; of more, a uniform draw. */
const SAMPLE = 20_000;

/**
 * A uniform draw from a stream (Vitter's algorithm R). The same items in the same order give the
 * same draw.
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
  /**
   * A draw of the estimates that have a PMI and people's numbers, except of pairs that a prompt has
   * shown.
   */
  readonly withTruth: Reservoir<PairWithTruth>;
  /**
   * A draw of the estimates of P(y|x) for which people's share is known, 0 included, without pairs
   * that a prompt has shown.
   */
  readonly shares: Reservoir<ElicitedShare>;

  constructor(
    method: NamedMethod,
    {
      labels = Infinity,
      synonyms,
      sample = SAMPLE,
    }: Pick<TallyOptions, "labels" | "synonyms" | "sample">,
  ) {
    this.method = method;
    this.coherence = new CoherenceTally(labels, synonyms);
    this.terms = new Reservoir(sample, `${STATISTICS_SEED}/summary/terms/${method.id}`);
    this.withTruth = new Reservoir(sample, `${STATISTICS_SEED}/summary/known/${method.id}`);
    this.shares = new Reservoir(sample, `${STATISTICS_SEED}/summary/shares/${method.id}`);
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
   * Adds the estimates of an input, known by its key. The draws depend on the order in which
   * estimates come: that of the rows of the result. An estimate of weight 0 is not scored.
   */
  add(key: string, estimates: readonly TalliedEstimate[], input?: TalliedInput): void;
}

/** What is known of an input besides its key. */
interface TalliedInput {
  /** The text of x for people, called where a pair is listed among the extremes. */
  readonly x?: () => string;
  /** The weight of the row; 1 if absent. */
  readonly weight?: number | undefined;
}

interface TallyOptions {
  /** People's probabilities and PMI of a pair; `undefined` if unknown. */
  readonly truthOf: (key: string, trial: TalliedEstimate["trial"]) => Truth | undefined;
  /**
   * People's P(y|x) of a pair, 0 included; `undefined` if unknown. If not given, that of `truthOf`.
   */
  readonly shareOf?: (key: string, trial: TalliedEstimate["trial"]) => number | undefined;
  /**
   * Whether a prompt has shown the pair, so that it is not scored; by default no pair was shown.
   */
  readonly isShown?: (trial: TalliedEstimate["trial"]) => boolean;
  /** The number of labels, for `CoherenceTally`. */
  readonly labels?: number | ((context: Context | undefined) => number);
  /** How many estimates of a method are drawn for its statistics; 20,000 by default. */
  readonly sample?: number;
  /** The near-synonyms of a label, itself included, for `CoherenceTally`. */
  readonly synonyms?: SynonymsOf | undefined;
  /** The labels in their order; absent if they have none. */
  readonly ordered?: readonly Label[] | undefined;
}

/** An empty tally for these methods. */
export function tally(methods: readonly NamedMethod[], options: TallyOptions): RunTally {
  const { truthOf, shareOf, isShown = () => false, ordered } = options;
  const order: ReadonlyMap<Label, number> | undefined =
    ordered && new Map(ordered.map((label, place) => [label, place]));
  const tallies = new Map(methods.map((method) => [method, new MethodTally(method, options)]));
  const extremes = new Extremes(methods);
  /** Adds what people's numbers are known of. */
  function addKnown(
    kept: MethodTally,
    key: string,
    { trial, estimate }: TalliedEstimate,
    weight: number,
  ): void {
    const { conditional, pmi } = estimate;
    const given = trial.context;
    const keys = { context: contextKey(given), x: key, y: trial.y, ...(given && { given }) };
    const pair = { keys, ...(weight !== 1 && { weight }) };
    const truth = truthOf(key, trial);
    const share = shareOf ? shareOf(key, trial) : truth?.conditional;
    if (conditional !== undefined && share !== undefined)
      kept.shares.add({ conditional, share, ...pair });
    if (pmi !== undefined && truth !== undefined) {
      kept.withTruth.add({ estimate: { ...estimate, pmi }, truth, ...pair });
    }
  }
  return {
    methods: [...tallies.values()],
    order,
    extremes,
    add(key, estimates, { x, weight = 1 } = {}) {
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
        if (!shown && weight > 0) addKnown(kept, key, one, weight);
        const { conditional, marginal, pmi } = estimate;
        if (pmi === undefined) continue;
        if (isBelowClamp(estimate)) kept.belowClamp++;
        if (conditional === 0) kept.zeros.conditional++;
        if (marginal === 0) kept.zeros.marginal++;
        if (isZeroByZero(estimate)) kept.zeros.both++;
        if (conditional !== undefined && marginal !== undefined) kept.terms.add(estimate);
      }
    },
  };
}

/** The answered distributions of all methods, by pair. */
function setsOf(estimates: readonly TalliedEstimate[]): ReadonlyMap<string, readonly Pmf[]> {
  const sets = new Map<string, Pmf[]>();
  for (const { trial, pmfs = [] } of estimates)
    sets.set(trial.id, [...(sets.get(trial.id) ?? []), ...pmfs]);
  return sets;
}
