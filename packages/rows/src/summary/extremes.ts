import type { Context, Estimate, Label, Pmf } from "@promptnce/core";
import { isClamped } from "@promptnce/core/information";
import { describeMethod } from "@promptnce/core/methods";

/** A method as tables name it. */
export interface NamedMethod {
  /** `promptnce`, or `promptnce:empirical` where the marginal is not the method's own. */
  readonly id: string;
  /** `PromptNCE`, or `PromptNCE (empirical)`. */
  readonly title: string;
}

/** Of an estimate, what is tallied. */
export interface TalliedEstimate {
  readonly trial: {
    /** Unique among the pairs of a run. */
    readonly id: string;
    readonly y: Label;
    /** Absent where all pairs share one context. */
    readonly context?: Context;
  };
  readonly method: NamedMethod;
  readonly estimate: Estimate;
  /** The mass that an open candidate set leaves to labels outside it. */
  readonly other?: number;
  /** The answered distributions over the candidate set, one for each order of it; absent without a set. */
  readonly pmfs?: readonly Pmf[];
  /** The answered distribution over another set of the same pair, where known. */
  readonly beside?: Pmf;
  /** Whether all replies behind the estimate could be read. */
  readonly readable: boolean;
  /** Why not: the reason of the first failed request or, if none failed, of the first invalid reply. */
  readonly reason?: string;
  /** True if a request failed. */
  readonly failed?: boolean;
  /** True if a reply has masses that sum far from one. */
  readonly doubtful?: boolean;
}

const LISTED = 10;

export interface ExtremePair {
  readonly x: string;
  readonly y: string;
  /** In nats. */
  readonly pmi: number;
}

/** The ten pairs with the highest and the lowest PMI of a method, of all that came: nothing grows with them. */
export class Extremes {
  /** The first whose PMI has a sign; absent where none has, and nothing is kept. */
  readonly method: NamedMethod | undefined;
  /** Those with a PMI. */
  estimates = 0;
  /** Of these, those with a term that was answered as 0: their PMI is the clamp's, and no list has them. */
  clamped = 0;
  /** Above 0, the highest first; of equal ones, the first that came. */
  readonly likelier: Kept[] = [];
  /** Below 0, the lowest first; likewise. */
  readonly unlikelier: Kept[] = [];

  constructor(methods: readonly NamedMethod[]) {
    this.method = methods.find(hasSign);
  }

  /** A pair that comes again with the same PMI is listed once. `x` is called where it is listed. */
  add({ method: { id }, trial, estimate }: TalliedEstimate, x: () => string): void {
    const { pmi } = estimate;
    if (id !== this.method?.id || pmi === undefined) return;
    this.estimates++;
    if (isClamped(estimate)) this.clamped++;
    else if (pmi !== 0)
      list(pmi > 0 ? this.likelier : this.unlikelier, { id: trial.id, y: trial.y, pmi }, x);
  }
}

type Kept = ExtremePair & { readonly id: string };

/** Puts a pair where it stands among those with the most extreme PMI, the first of equal ones first. */
function list(kept: Kept[], pair: Omit<Kept, "x">, x: () => string): void {
  const isLess = ({ pmi }: Kept): boolean => Math.abs(pmi) < Math.abs(pair.pmi);
  const last = kept.at(LISTED - 1);
  if (last !== undefined && !isLess(last)) return;
  if (kept.some(({ id, pmi }) => id === pair.id && pmi === pair.pmi)) return;
  const at = kept.findIndex(isLess);
  kept.splice(at < 0 ? kept.length : at, 0, { ...pair, x: x() });
  if (kept.length > LISTED) kept.pop();
}

/** Whether a method's PMI has a sign that means something: without a base rate it is log P̂(y|x). */
function hasSign({ id }: NamedMethod): boolean {
  const found = describeMethod(id);
  return found?.conditional === undefined || found.marginal !== undefined;
}
