import type { Source } from "@promptnce/core";

/** An attempt as a file has it. */
export interface AttemptRow {
  readonly student: string;
  readonly task: string;
  /** The whole text; it may be blank. */
  readonly code: string;
  /** File and line, for messages. */
  readonly place: string;
  /** What sorts all attempts of a student; absent where the file's order does. */
  readonly order?: string | undefined;
  /** What sorts a student's attempts at one task; absent where the file's order does. */
  readonly attempt?: string | undefined;
}

/** Attempts as read from a file or a folder, each student's in the order in which she made them. */
export interface Attempts {
  readonly rows: readonly AttemptRow[];
  /** The files read, for a manifest. */
  readonly sources: readonly Source[];
  /** What was taken and what was not, a sentence each; empty where all was. */
  readonly notes: readonly string[];
}
