import { type Estimate, isBelowClamp, type Method, type Trial, ZERO_CLAMP } from "@promptnce/core";
import type { TrialEstimate } from "@promptnce/providers/run";
import type { Truth } from "../survey/people.ts";
import { Reservoir } from "./reservoir.ts";

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
}

/** A method as tables name it. */
export type NamedMethod = Pick<Method, "id" | "title">;

/** How far the logarithms of the probabilities that came by are spread, by Welford's recurrence: exact over millions. */
class LogSpread {
  count = 0;
  mean = 0;
  /** Of deviations from the mean, exactly 0 where all are equal. */
  sumOfSquares = 0;

  /** Adds the logarithm, 0 counting as the clamp as it does in PMI. */
  add(probability: number): void {
    const value = Math.log(probability === 0 ? ZERO_CLAMP : probability);
    const before = value - this.mean;
    this.count++;
    this.mean = this.count === 1 ? value : this.mean + before / this.count;
    this.sumOfSquares += before * (value - this.mean);
  }
}

/** What is kept of the estimates of one method: nothing grows with them. */
export class MethodTally {
  readonly method: NamedMethod;
  estimates = 0;
  unreadable = 0;
  /** Resting on masses that sum far from one. */
  doubtful = 0;
  /** Of pairs that a prompt has shown. */
  shown = 0;
  /** With a term above 0 and below what a reported 0 counts as. */
  belowClamp = 0;
  /** The masses on OTHER added up, and how many there were. */
  other = 0;
  open = 0;
  /** Of P̂(y|x) and of P̂(y), of the estimates that have both. */
  readonly conditional: LogSpread = new LogSpread();
  readonly marginal: LogSpread = new LogSpread();
  /** Of these estimates. */
  readonly terms: Reservoir<Estimate>;
  /** Of those that have a PMI and a truth that is fair to score by: few among all labels of every x. */
  readonly known: Reservoir<Known>;

  constructor(method: NamedMethod) {
    this.method = method;
    this.terms = new Reservoir(SAMPLE, `${STATISTICS_SEED}/summary/terms/${method.id}`);
    this.known = new Reservoir(SAMPLE, `${STATISTICS_SEED}/summary/known/${method.id}`);
  }
}

/** Of an estimate, what is tallied. */
export interface TalliedEstimate extends Omit<TrialEstimate, "trial" | "method"> {
  readonly trial: Pick<Trial, "id" | "y">;
  readonly method: NamedMethod;
}

/** What is kept of a run. */
export type Tally = ReturnType<typeof tally>;

interface TallyOptions {
  /** What people did with a pair; `undefined` where nobody knows. */
  readonly truthOf: (key: string, trial: TalliedEstimate["trial"]) => Truth | undefined;
  /** Whether a prompt has shown the pair, so that it is not scored; none if not given. */
  readonly isShown?: (trial: TalliedEstimate["trial"]) => boolean;
}

/** A tally of nothing so far. */
export function tally(methods: readonly NamedMethod[], { truthOf, isShown = () => false }: TallyOptions) {
  const tallies = new Map(methods.map((method) => [method, new MethodTally(method)]));
  return {
    methods: [...tallies.values()] as readonly MethodTally[],
    /** The draws depend on the order in which estimates come: that of the rows of the result. */
    add(key: string, estimates: readonly TalliedEstimate[]): void {
      for (const { method, trial, estimate, other, readable, doubtful } of estimates) {
        const kept = tallies.get(method);
        if (kept === undefined) continue;
        kept.estimates++;
        if (!readable) kept.unreadable++;
        else if (doubtful) kept.doubtful++;
        if (other !== undefined) {
          kept.other += other;
          kept.open++;
        }
        const shown = isShown(trial);
        if (shown) kept.shown++;
        const { conditional, marginal, pmi } = estimate;
        if (pmi === undefined) continue;
        if (isBelowClamp(estimate)) kept.belowClamp++;
        if (conditional !== undefined && marginal !== undefined) {
          kept.conditional.add(conditional);
          kept.marginal.add(marginal);
          kept.terms.add(estimate);
        }
        const truth = shown ? undefined : truthOf(key, trial);
        if (truth !== undefined) kept.known.add({ estimate: { ...estimate, pmi }, truth });
      }
    },
  };
}
