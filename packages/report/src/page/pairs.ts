import type { Estimate } from "@promptnce/core";
import type { AskedQuestion } from "./asked-questions.ts";

/** What one method said of a pair, and which questions it rests on. */
export interface PairEstimate extends Estimate {
  readonly method: string;
  /** Mass on OTHER, of open candidate sets. */
  readonly other?: number;
  readonly status: string;
  /** Places in `questions`. */
  readonly asked: readonly number[];
}

/** A pair with its true values, where they are known. */
export interface PairRow extends Estimate {
  /** What the pair belongs to, as a dataset. */
  readonly dataset: string;
  readonly model: string;
  readonly pair: string;
  readonly x: string;
  readonly y: string;
  /** Where a prompt showed the pair: it is left out of scores and figures of scores. */
  readonly shown?: true;
  readonly estimates: readonly PairEstimate[];
}

/** All that the table of pairs shows; questions that several pairs share are there once. */
export interface PairsData {
  /** What columns, and PMI itself, are called instead of as a benchmark calls them. */
  readonly titles?: Readonly<Record<string, string>>;
  readonly questions: readonly AskedQuestion[];
  readonly pairs: readonly PairRow[];
}
