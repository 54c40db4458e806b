import type { DataFile } from "../files/data-file.ts";
import { DatasetError } from "../files/errors.ts";

/**
 * The originals of recorded replies, checked: their paths in the repository, in the manifest's
 * order, and what they hold.
 */
export interface Originals {
  readonly paths: readonly string[];
  readonly read: (path: string) => DataFile;
}

/** The path of the original with this name. @throws DatasetError if there is none */
export function pathOf({ paths }: Originals, name: string): string {
  const path = paths.find((each) => each.endsWith(`/${name}`));
  if (path === undefined) throw new DatasetError(`There is no file ${name}.`);
  return path;
}

/** The rows of a table, by its file's name; each begins with the header. */
export type Tables = ReadonlyMap<string, readonly (readonly (string | number)[])[]>;
