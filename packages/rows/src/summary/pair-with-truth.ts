import type { Context, Estimate, Label } from "@promptnce/core";
import type { Truth } from "../survey/people.ts";

/** A pair's keys: pairs that share a context, an x or a label share errors. */
interface PairKeys {
  readonly context: string;
  readonly given?: Context | undefined;
  readonly x: string;
  readonly y: Label;
}

/** An estimate that can be compared with people's numbers. */
export interface PairWithTruth {
  readonly estimate: Estimate & { readonly pmi: number };
  readonly truth: Truth;
  readonly keys?: PairKeys;
  /** The weight of its row, above 0; 1 if absent. */
  readonly weight?: number;
}

/** A label's elicited probability and people's share, of one x. */
export interface ElicitedShare {
  /** P̂(y | x, c). */
  readonly conditional: number;
  /** People's P(y | x, c), which may be 0. */
  readonly share: number;
  readonly keys: PairKeys;
  /** The weight of its row, above 0; 1 if absent. */
  readonly weight?: number;
}
