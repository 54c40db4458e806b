/** One program a student saved or handed in. */
export interface Attempt {
  /** The assignment it answers: only attempts at the same task can stand in for one another. */
  readonly task: string;
  /** The whole text, never blank. */
  readonly code: string;
}

/** Four consecutive snapshots of a student's code, in order: all that a summary is written from. */
export type Window = readonly [Attempt, Attempt, Attempt, Attempt];

/** A student with two summaries of what she understands (Section 4.4). A class is a list of them. */
export interface Student {
  /** Unique in the class; names her comparisons and is what standard errors resample. */
  readonly id: string;
  readonly window: Window;
  /** Attempts that no summary was shown, in order; empty where she wrote nothing more. */
  readonly later: readonly Attempt[];
  /** Written by somebody who read the window. */
  readonly expert: string;
  /** True of any student, so that it tells nothing of this one. */
  readonly generic: string;
}
