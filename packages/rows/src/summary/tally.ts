import type { Estimate, Method, Trial } from "@promptnce/core";
import type { TrialEstimate } from "@promptnce/providers/run";
import type { Truth } from "../survey/people.ts";
import { type LogSpread, logSpread } from "./log-spread.ts";
import { type Reservoir, reservoir } from "./reservoir.ts";

/** Of how many estimates each statistic is made: a uniform draw where there are more. */
const SAMPLE = 20_000;

/**
 * Of the draws and the bootstrap. No run's own, so that the summary of a run and the report of its
 * file, which does not hold the run's seed, give the same numbers.
 */
export const STATISTICS_SEED = "1";

/** An estimate that can be held against what people did. */
export interface Known {
  readonly estimate: Estimate & { readonly pmi: number };
  readonly truth: Truth;
}

/** A method as tables name it. */
export type NamedMethod = Pick<Method, "id" | "title">;

/** What is kept of the estimates of one method. */
export interface MethodTally {
  readonly method: NamedMethod;
  readonly estimates: number;
  readonly unreadable: number;
  /** Of pairs that a prompt has shown. */
  readonly shown: number;
  /** Mean mass on OTHER; absent where no set was open. */
  readonly meanOther?: number;
  /** Var[log P̂(y)] / Var[log P̂(y|x)] of all estimates that have both terms; NaN of none. */
  readonly R: number;
  /** Of these estimates. */
  readonly terms: Reservoir<Estimate>;
  /** Of those that have a PMI and a truth that is fair to score by: few among all labels of every x. */
  readonly known: Reservoir<Known>;
}

/** Of an estimate, what is tallied. */
export interface TalliedEstimate extends Omit<TrialEstimate, "trial" | "method"> {
  readonly trial: Pick<Trial, "id" | "y">;
  readonly method: NamedMethod;
}

/** What is kept of a run: nothing grows with its rows. */
export interface Tally {
  /** The draws depend on the order in which estimates come: that of the rows of the result. */
  add(key: string, estimates: readonly TalliedEstimate[]): void;
  readonly methods: readonly MethodTally[];
}

interface TallyOptions {
  /** What people did with a pair; `undefined` where nobody knows. */
  readonly truthOf: (key: string, trial: Pick<Trial, "id" | "y">) => Truth | undefined;
  /** Whether a prompt has shown the pair, so that it is not scored; none if not given. */
  readonly isShown?: (trial: Pick<Trial, "id" | "y">) => boolean;
}

/** What {@link tally} adds to as estimates come. */
interface Count {
  estimates: number;
  unreadable: number;
  shown: number;
  other: number;
  /** Estimates with a mass on OTHER. */
  open: number;
  readonly conditional: LogSpread;
  readonly marginal: LogSpread;
  readonly terms: Reservoir<Estimate>;
  readonly known: Reservoir<Known>;
}

/** A tally of nothing so far. */
export function tally(methods: readonly NamedMethod[], options: TallyOptions): Tally {
  const { truthOf, isShown = () => false } = options;
  const counts = new Map(methods.map((method): [NamedMethod, Count] => [method, noneOf(method)]));
  return {
    add(key, estimates) {
      for (const one of estimates) {
        const count = counts.get(one.method);
        if (count === undefined) continue;
        const shown = isShown(one.trial);
        if (shown) count.shown++;
        addTo(count, one);
        const { pmi } = one.estimate;
        const truth = shown || pmi === undefined ? undefined : truthOf(key, one.trial);
        if (pmi !== undefined && truth !== undefined) {
          count.known.add({ estimate: { ...one.estimate, pmi }, truth });
        }
      }
    },
    get methods() {
      return Array.from(counts, ([method, { other, open, conditional, marginal, ...count }]) => ({
        method,
        ...count,
        R: marginal.sumOfSquares / conditional.sumOfSquares,
        ...(open > 0 && { meanOther: other / open }),
      }));
    },
  };
}

function noneOf({ id }: NamedMethod): Count {
  const drawn = <T>(what: string): Reservoir<T> => reservoir<T>(SAMPLE, `${STATISTICS_SEED}/summary/${what}/${id}`);
  return {
    estimates: 0,
    unreadable: 0,
    shown: 0,
    other: 0,
    open: 0,
    conditional: logSpread(),
    marginal: logSpread(),
    terms: drawn("terms"),
    known: drawn("known"),
  };
}

function addTo(count: Count, { estimate, other, readable }: TalliedEstimate): void {
  count.estimates++;
  if (!readable) count.unreadable++;
  if (other !== undefined) {
    count.other += other;
    count.open++;
  }
  const { conditional, marginal, pmi } = estimate;
  if (conditional !== undefined && marginal !== undefined && pmi !== undefined) {
    count.conditional.add(conditional);
    count.marginal.add(marginal);
    count.terms.add(estimate);
  }
}
