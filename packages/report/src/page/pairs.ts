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
  /** Its place in `attempts`. */
  readonly attempt?: number;
}

/** A student's attempt with the summaries that were judged by it, for who wants to see why one of them won. */
export interface JudgedAttempt {
  /** Who won it, a sentence a method. */
  readonly verdicts: readonly string[];
  readonly summaries: readonly Readonly<Record<"kind" | "text", string>>[];
  /** The programs that the model chose from, in the order of their letters; `own` is the place of the student's. */
  readonly candidates: readonly string[];
  readonly own: number;
  /** By each method that gives masses, a list a summary, in the order of the candidates; empty where nothing was read. */
  readonly masses: readonly {
    readonly method: string;
    readonly given: readonly (readonly number[])[];
  }[];
}

/** All that the table of pairs shows; questions that several pairs share are there once. */
export interface PairsData {
  /** What columns, and PMI itself, are called instead of as a benchmark calls them. */
  readonly titles?: Readonly<Record<string, string>>;
  readonly questions: readonly AskedQuestion[];
  readonly pairs: readonly PairRow[];
  /** Of pairs that are attempts with a summary each. */
  readonly attempts?: readonly JudgedAttempt[];
}
