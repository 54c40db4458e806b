/** One record of a file: its columns by name. */
export interface FileRecord {
  /** The line of the file, from 1, on which it begins. */
  readonly line: number;
  /** The text of a column; `undefined` where the record has none. */
  readonly value: (column: string) => string | undefined;
  /** The names of its columns. */
  readonly columns: readonly string[];
}

/** Records as they are read, some at a time. */
export type Records = AsyncGenerator<readonly FileRecord[]>;
