/** One program a student saved or handed in. */
export interface Attempt {
  /** The assignment it answers: only attempts at the same task can stand in for one another. */
  readonly task: string;
  /** The whole text, never blank. */
  readonly code: string;
}

/**
 * A student with summaries of what she understands (Section 4.4). A class is a list of students.
 * Students with fewer summaries than {@link neededSummaries} are not compared, but their programs
 * serve as distractors for others' attempts.
 */
export interface Student {
  /**
   * Unique in the class; identifies her comparisons, and is the unit that standard errors resample.
   */
  readonly id: string;
  /** Consecutive snapshots, in order: all that a summary is written from; four in the paper. */
  readonly window: readonly Attempt[];
  /** Attempts that no summary was shown, in order; empty where she wrote nothing more. */
  readonly later: readonly Attempt[];
  /**
   * By kind: who or what wrote it, or how. In the paper `expert`, of the window, and `generic`, of
   * anybody.
   */
  readonly summaries: ReadonlyMap<string, string>;
}

/** The kinds of summary in a class, each once, in the order in which they first occur. */
export function summaryKinds(students: readonly Student[]): string[] {
  return [...new Set(students.flatMap(({ summaries }) => [...summaries.keys()]))];
}

/**
 * How many summaries a student must have to be compared: two, or one in a class with one kind, where
 * each is compared with another student's.
 */
export function neededSummaries(students: readonly Student[]): number {
  return Math.min(2, Math.max(1, summaryKinds(students).length));
}

/** A key shared by texts that count as one: they differ at most in case or outer space. */
export function textForm(code: string): string {
  return code.trim().toLowerCase();
}
