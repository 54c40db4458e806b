import type { Context, Label } from "@promptnce/core";
import { isClamped } from "@promptnce/core/information";
import { describeMethod } from "@promptnce/core/methods";
import type { AnsweredEstimate } from "@promptnce/engine/run";

/** A method as tables name it. */
export interface NamedMethod {
  /** `promptnce`, or `promptnce:empirical` where the marginal is not the method's own. */
  readonly id: string;
  /** `PromptNCE`, or `PromptNCE (empirical)`. */
  readonly title: string;
}

/** An estimate of a pair, of this run or read back from a result. */
export interface TalliedEstimate extends AnsweredEstimate {
  readonly trial: {
    /** Unique among the pairs of a run. */
    readonly id: string;
    readonly y: Label;
    /** Absent where all pairs share one context. */
    readonly context?: Context;
  };
  readonly method: NamedMethod;
}

const LISTED = 10;

export interface ExtremePair {
  readonly x: string;
  readonly y: string;
  /** In nats. */
  readonly pmi: number;
}

/**
 * The ten pairs with the highest and the ten with the lowest PMI of one method, in memory of
 * constant size.
 *
 * @example
 * const method = { id: "promptnce", title: "PromptNCE" };
 * const extremes = new Extremes([method]);
 * const trial = { id: "1", y: "WATER" };
 * extremes.add({ trial, method, estimate: { pmi: 1.2 }, readable: true }, () => "SEA");
 * extremes.likelier; // → [{ x: "SEA", y: "WATER", pmi: 1.2 }]
 */
export class Extremes {
  /**
   * The first method whose PMI has a sign; `undefined` if there is none, and then no pair is kept.
   */
  readonly method: NamedMethod | undefined;
  /** The number of the method's estimates with a PMI. */
  estimates = 0;
  /**
   * The number of these with a term answered as 0. Their PMI comes from the clamp, so neither list
   * has them.
   */
  clamped = 0;
  /** PMI above 0, highest first; among equal ones, the earliest. */
  readonly likelier: KeptPair[] = [];
  /** PMI below 0, lowest first; among equal ones, the earliest. */
  readonly unlikelier: KeptPair[] = [];

  constructor(methods: readonly NamedMethod[]) {
    this.method = methods.find(hasSign);
  }

  /**
   * Adds an estimate. A repeated pair with the same PMI is listed once. `x` is called only if the
   * pair is listed.
   */
  add({ method: { id }, trial, estimate }: TalliedEstimate, x: () => string): void {
    const { pmi } = estimate;
    if (id !== this.method?.id || pmi === undefined) return;
    this.estimates++;
    if (isClamped(estimate)) this.clamped++;
    else if (pmi !== 0)
      list(pmi > 0 ? this.likelier : this.unlikelier, { id: trial.id, y: trial.y, pmi }, x);
  }
}

type KeptPair = ExtremePair & { readonly id: string };

/** Inserts a pair in order of |PMI|, after equal ones, and keeps the ten largest. */
function list(kept: KeptPair[], pair: Omit<KeptPair, "x">, x: () => string): void {
  const isLess = ({ pmi }: KeptPair): boolean => Math.abs(pmi) < Math.abs(pair.pmi);
  const last = kept.at(LISTED - 1);
  if (last !== undefined && !isLess(last)) return;
  if (kept.some(({ id, pmi }) => id === pair.id && pmi === pair.pmi)) return;
  const at = kept.findIndex(isLess);
  kept.splice(at < 0 ? kept.length : at, 0, { ...pair, x: x() });
  if (kept.length > LISTED) kept.pop();
}

/**
 * Whether the sign of a method's PMI means anything: without a base rate the PMI is log P̂(y|x).
 *
 * @example
 * ["promptnce", "promptnce:none"].map((id) => hasSign({ id, title: id })); // → [true, false]
 */
export function hasSign({ id }: NamedMethod): boolean {
  const found = describeMethod(id);
  return found?.conditional === undefined || found.marginal !== undefined;
}
