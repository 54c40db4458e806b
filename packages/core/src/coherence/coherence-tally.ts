import { contextKey } from "../context.ts";
import { MeanConditionals } from "../terms/implied.ts";
import { massOf } from "../terms/terms.ts";
import { RunningSpread } from "../numerics/spread.ts";
import { spearman } from "../correlation/correlation.ts";
import { logProbability } from "../information/pmi.ts";
import type { Context, Estimate, Label, Pmf, SynonymsOf, LabelInContext } from "../types.ts";

/** A label with two numbers that should agree. */
export interface Contradiction {
  readonly label: Label;
  readonly first: number;
  readonly second: number;
}

/**
 * The internal consistency of a method's estimates, measured without any counts. Unknown quantities
 * are absent.
 */
export interface Coherence {
  /** R̂ = Var[log P̂(y)] / Var[log P̂(y|x)], from two or more estimates. */
  readonly R?: number;
  /** The mean mass on OTHER; absent where no set was open. */
  readonly meanOther?: number | undefined;
  /**
   * Var[log P̂(y) − log mean P̂(y|x)] as a share of Var[PMI], and both terms of the labels with the
   * largest gap.
   */
  readonly gap?: { readonly share: number; readonly most: readonly Contradiction[] } | undefined;
  /** Spearman's ρ between two candidate sets' answers about the same pairs. */
  readonly agreement?: { readonly rho: number; readonly pairs: number };
  /**
   * Labels with their mean mass in sets without and with a near-synonym, where these differ by more
   * than noise.
   */
  readonly moved: readonly Contradiction[];
}

/** The fewest sets from which a mean is taken. */
const LEAST_SETS = 20;
/** The number of pairs, from the first, whose sets are compared. */
const COMPARED = 20_000;

/** The characters of a context's texts shown beside a label. */
const LONGEST = 40;

interface TalliedContext {
  readonly context: Context | undefined;
  readonly rates: Map<Label, RunningSpread>;
  readonly conditionals: MeanConditionals;
  sets: number;
  /** Whether all sets are closed and contain all labels. */
  isWhole: boolean;
}

/**
 * A label with the distance between the logarithms of its base rate and its mean conditional, and
 * its number of estimates.
 */
interface Gap extends Contradiction {
  readonly log: number;
  readonly count: number;
  readonly noise: number;
}

/**
 * Accumulates {@link Coherence} one estimate at a time; memory grows only with the labels of all
 * contexts.
 *
 * @example
 * const tally = new CoherenceTally(2);
 * tally.add({ y: "PUSH" }, { conditional: 0.4, marginal: 0.02, pmi: 3 });
 * tally.add({ y: "PULL" }, { conditional: 0.3, marginal: 0.2, pmi: 0.4 });
 * tally.coherence.R; // → 64.063
 */
export class CoherenceTally {
  readonly #terms = {
    conditional: new RunningSpread(),
    marginal: new RunningSpread(),
    pmi: new RunningSpread(),
  };
  readonly #other = new RunningSpread();
  readonly #contexts = new Map<string, TalliedContext>();
  readonly #moves = new Map<Label, readonly [RunningSpread, RunningSpread]>();
  readonly #compared: (readonly [number, number])[] = [];
  #last: Pmf | undefined;
  readonly #labels: (context: Context | undefined) => number;
  readonly #synonyms: SynonymsOf;

  /**
   * @param labels The number of labels, by context where there are several: a smaller closed set
   *   does not give P(y|x).
   * @param synonyms The near-synonyms of a label, including itself; only itself where none were
   *   declared.
   */
  constructor(
    labels: number | ((context: Context | undefined) => number),
    synonyms: SynonymsOf = (y) => [y],
  ) {
    this.#labels = typeof labels === "number" ? () => labels : labels;
    this.#synonyms = synonyms;
  }

  /**
   * @param pmfs The answers about the trial's candidate set, one for each order in which it was
   *   shown.
   * @param beside The answer about another set of the same pair.
   */
  add(
    { y, context }: LabelInContext,
    estimate: Estimate,
    pmfs: readonly Pmf[] = [],
    beside?: Pmf,
  ): void {
    const tallied = this.#tallied(context);
    const { conditional, marginal, pmi } = estimate;
    if (conditional !== undefined && marginal !== undefined && pmi !== undefined) {
      this.#terms.conditional.add(logProbability(conditional));
      this.#terms.marginal.add(logProbability(marginal));
      this.#terms.pmi.add(pmi);
      const rates = tallied.rates.get(y) ?? new RunningSpread();
      tallied.rates.set(y, rates);
      rates.add(marginal);
    }
    for (const { other } of pmfs) {
      if (other !== undefined) this.#other.add(other);
    }
    const [pmf] = pmfs;
    if (pmf === undefined) return;
    // Trials with the same set share one PMF, the mean of its orders; it is counted once.
    const isWhole = pmf.labels.length >= this.#labels(context);
    if (pmf !== this.#last && (pmf.other !== undefined || isWhole)) {
      this.#last = pmf;
      const masses = pmf.labels.map(
        (_, i) => pmfs.reduce((sum, one) => sum + one.masses[i]!, 0) / pmfs.length,
      );
      tallied.conditionals.add({ y, candidates: pmf.labels }, masses);
      tallied.sets++;
      tallied.isWhole &&= isWhole && pmf.other === undefined;
      this.#noteMoves(y, pmf.labels, masses);
    }
    if (beside === undefined || this.#compared.length === COMPARED) return;
    const same = sameOfSets(pmf, beside, y);
    if (same !== undefined) this.#compared.push(same);
  }

  #tallied(context: Context | undefined): TalliedContext {
    const key = contextKey(context);
    const tally = this.#contexts.get(key) ?? {
      context,
      rates: new Map<Label, RunningSpread>(),
      conditionals: new MeanConditionals(),
      sets: 0,
      isWhole: true,
    };
    this.#contexts.set(key, tally);
    return tally;
  }

  /**
   * Only distractors count: the label that a set was made for always has its near-synonyms beside
   * it.
   */
  #noteMoves(own: Label, labels: readonly Label[], masses: readonly number[]): void {
    for (const [i, y] of labels.entries()) {
      const synonyms = this.#synonyms(y);
      if (synonyms.length < 2 || synonyms.includes(own)) continue;
      const moves = this.#moves.get(y) ?? [new RunningSpread(), new RunningSpread()];
      this.#moves.set(y, moves);
      moves[synonyms.some((one) => one !== y && labels.includes(one)) ? 1 : 0].add(masses[i]!);
    }
  }

  get coherence(): Coherence {
    const { conditional, marginal } = this.#terms;
    const [first, second] = [0, 1].map((i) => this.#compared.map((pair) => pair[i]!)) as [
      number[],
      number[],
    ];
    return {
      ...(conditional.count > 1 && { R: marginal.sumOfSquares / conditional.sumOfSquares }),
      meanOther: this.#other.count > 0 ? this.#other.mean : undefined,
      gap: this.#gap(),
      ...(first.length >= LEAST_SETS && {
        agreement: { rho: spearman(first, second), pairs: first.length },
      }),
      moved: [...this.#moves].flatMap(([label, [alone, joined]]) => {
        const noise = 2 * Math.hypot(alone.error, joined.error);
        const isFew = Math.min(alone.count, joined.count) < LEAST_SETS;
        if (isFew || Math.abs(alone.mean - joined.mean) <= noise) return [];
        return [{ label, first: alone.mean, second: joined.mean }];
      }),
    };
  }

  #gapsIn({ context, rates, conditionals }: TalliedContext, isWhole: boolean): Gap[] {
    return Array.from(rates).flatMap(([label, { mean: first, count }]) => {
      const { mean: second = 0, error = 0, listed = 0 } = conditionals.of(label) ?? {};
      // A label without mass in any whole set is clamped, as in PMI.
      const isKnown = isWhole ? listed > 0 : listed >= LEAST_SETS && second > 0;
      // The base rate of a label with near-synonyms covers all of them.
      if (!isKnown || this.#synonyms(label).length > 1) return [];
      const log = logProbability(first) - logProbability(second);
      const noise = isWhole ? 0 : (error / second) ** 2;
      return [{ label: nameOf(label, context), first, second, log, count, noise }];
    });
  }

  /**
   * The gap, less the variance of the means due to the draw of distractors; absent where half of
   * the estimates have no gap.
   */
  #gap(): Coherence["gap"] {
    const contexts = [...this.#contexts.values()];
    const sets = contexts.reduce((sum, { isWhole, sets: own }) => sum + (isWhole ? own : 0), 0);
    // In a single context the sets are random draws; closed sets of all labels in several contexts
    // have no sampling noise.
    const areWhole = contexts.length > 1 && sets >= LEAST_SETS;
    const labels = contexts.flatMap((own) => this.#gapsIn(own, areWhole && own.isWhole));
    const sum = (of: (one: Gap) => number): number =>
      labels.reduce((total, one) => total + one.count * of(one), 0);
    const count = sum(() => 1);
    const { pmi } = this.#terms;
    if (2 * count < pmi.count || pmi.sumOfSquares === 0) return undefined;
    const centre = sum(({ log }) => log) / count;
    const variance = sum(({ log, noise }) => (log - centre) ** 2 - noise) / count;
    const far = labels.toSorted((a, b) => Math.abs(b.log - centre) - Math.abs(a.log - centre));
    return { share: Math.max(0, variance) / (pmi.sumOfSquares / pmi.count), most: far.slice(0, 3) };
  }
}

function nameOf(label: Label, context: Context | undefined): string {
  if (context === undefined) return label;
  const texts = Object.values(context).join(", ");
  return `${label} of ${texts.length > LONGEST ? `${texts.slice(0, LONGEST)}…` : texts}`;
}

/**
 * Two numbers for a label, from two candidate sets of one x, that should agree: its mass where both
 * sets have OTHER, otherwise its share among the labels they have in common. `undefined` where they
 * share no other label, or give the shared labels no mass.
 */
export function sameOfSets(a: Pmf, b: Pmf, y: Label): readonly [number, number] | undefined {
  const [p = Number.NaN, q = Number.NaN] = [massOf(a, y), massOf(b, y)];
  const massesOfB = new Map(b.labels.map((label, i) => [label, b.masses[i]!]));
  const common = a.labels.flatMap((label, i) =>
    massesOfB.has(label) ? [[a.masses[i]!, massesOfB.get(label)!]] : [],
  );
  const [inA, inB] = [0, 1].map((of) => common.reduce((sum, masses) => sum + masses[of]!, 0)) as [
    number,
    number,
  ];
  const isOpen = a.other !== undefined && b.other !== undefined;
  const same = isOpen ? ([p, q] as const) : ([p / inA, q / inB] as const);
  return Number.isNaN(same[0] + same[1]) || (!isOpen && common.length < 2) ? undefined : same;
}
