import type { DataFile } from "../files/data-file.ts";

/**
 * The originals of recorded replies, checked: their paths in the repository, in the manifest's
 * order, and what they hold.
 */
export interface Originals {
  readonly paths: readonly string[];
  readonly read: (path: string) => DataFile;
}

/** The rows of a table, by its file's name; each begins with the header. */
export type Tables = ReadonlyMap<string, readonly (readonly (string | number)[])[]>;
