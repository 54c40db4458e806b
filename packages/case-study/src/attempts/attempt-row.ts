import type { Source } from "@promptnce/core";

/** An attempt as read from a file. */
export interface AttemptRow {
  readonly student: string;
  readonly task: string;
  /** The whole text; it may be blank. */
  readonly code: string;
  /** File and line, for messages. */
  readonly place: string;
  /** The sort key of all of a student's attempts; absent where the file's order applies. */
  readonly order?: string | undefined;
  /** The sort key of a student's attempts at one task; absent where the file's order applies. */
  readonly attempt?: string | undefined;
}

/** Attempts as read from a file or a folder, each student's in the order in which she made them. */
export interface Attempts {
  readonly rows: readonly AttemptRow[];
  /** The files read, for a manifest. */
  readonly sources: readonly Source[];
  /** A sentence for each kind of content used or ignored; empty where everything was used. */
  readonly notes: readonly string[];
}
