import type { Estimate } from "@promptnce/core";
import type { AskedQuestion } from "./asked-questions.ts";

/** One method's estimate for a pair, and the questions that it depends on. */
export interface PairEstimate extends Estimate {
  readonly method: string;
  /** The mass on OTHER, for open candidate sets. */
  readonly other?: number;
  readonly status: string;
  /** Indices into `questions`. */
  readonly asked: readonly number[];
}

/** A pair with its true values, if known. */
export interface PairRow extends Estimate {
  /** The group that the pair belongs to, such as a dataset. */
  readonly dataset: string;
  readonly model: string;
  readonly pair: string;
  readonly x: string;
  readonly y: string;
  /** The context that the pair belongs to, if the pairs have several. */
  readonly context?: string;
  /**
   * Set if a prompt showed the pair. Such a pair is left out of scores and of figures of scores.
   */
  readonly shown?: true;
  readonly estimates: readonly PairEstimate[];
  /** Index into `attempts`. */
  readonly attempt?: number;
}

/**
 * A student's attempt with the summaries judged by it, so that a reader can see why one of them
 * won.
 */
export interface JudgedAttempt {
  /** One sentence per method that names the winning summary. */
  readonly verdicts: readonly string[];
  readonly summaries: readonly Readonly<Record<"kind" | "text", string>>[];
  /**
   * The programs that the model chose from, in the order of their letters. `own` is the index of
   * the student's own program.
   */
  readonly candidates: readonly string[];
  readonly own: number;
  /**
   * For each method that yields masses: one list per summary, in the order of the candidates. A
   * list is empty if the reply could not be read.
   */
  readonly masses: readonly {
    readonly method: string;
    readonly given: readonly (readonly number[])[];
  }[];
}

/** The data of the table of pairs. Questions that several pairs share are stored once. */
export interface PairsData {
  /** Replacements for the benchmark's names of columns and of PMI. */
  readonly titles?: Readonly<Record<string, string>>;
  readonly questions: readonly AskedQuestion[];
  readonly pairs: readonly PairRow[];
  /** Set if the pairs are attempts, one pair per summary. */
  readonly attempts?: readonly JudgedAttempt[];
}
