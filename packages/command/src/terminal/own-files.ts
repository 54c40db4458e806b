import { realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { checkPlace } from "@promptnce/engine/files";
import { asFlag } from "../errors/as-flag.ts";
import { UsageError } from "../errors/usage-error.ts";

/** A file of a run, and what it is in a sentence, as "the file the rows come from". */
export interface ReadFile {
  /** Absent where the run has no such file; `-` is none either. */
  readonly path: string | undefined;
  readonly is: string;
}

/**
 * Makes sure that what a run writes replaces nothing that it reads or else writes, by whatever name: a link to a file is
 * that file. What is no regular file, as /dev/null, may be named twice. @throws UsageError if not.
 */
export function checkOwnFiles(
  written: readonly (ReadFile & { readonly option: string })[],
  read: readonly ReadFile[] = [],
): void {
  const taken = new Map<string, string>();
  const files: readonly (ReadFile & { readonly option?: string })[] = [...read, ...written];
  for (const { path, is, option } of files) {
    const place = placeOf(path);
    if (place === undefined) continue;
    const other = taken.get(place);
    if (option && other) throw new UsageError(`${option}: ${path} is ${other}; name another`);
    taken.set(place, is);
  }
}

/** What tells a file from others; `undefined` of none, and of one that nothing can replace. */
function placeOf(path: string | undefined): string | undefined {
  if (path === undefined || path === "-") return undefined;
  try {
    const found = statSync(path, { bigint: true });
    return found.isFile() ? `${found.dev}:${found.ino}` : undefined;
  } catch {
    return unmade(resolve(path));
  }
}

/** The path of a file that is not there yet, with the links on the way to it followed. */
function unmade(path: string): string {
  const folder = dirname(path);
  if (folder === path) return path;
  try {
    return join(realpathSync(folder), basename(path));
  } catch {
    return join(unmade(folder), basename(path));
  }
}

/** Makes sure that a page can be written there. @throws UsageError for standard output, PlaceError where it cannot. */
export function checkReportFile(path: string, option = "report"): void {
  if (path === "-")
    throw new UsageError(`${asFlag(option)}: a page goes to a file; name one, as page.html`);
  checkPlace(path, option);
}
