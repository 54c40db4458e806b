import { realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { checkPlace } from "@promptnce/engine/files";
import { asFlag } from "../errors/as-flag.ts";
import { UsageError } from "../errors/usage-error.ts";

/** A file of a run, with its description for a sentence, such as "the file the rows come from". */
export interface ReadFile {
  /** Absent where the run has no such file; `-` is not a file either. */
  readonly path: string | undefined;
  readonly is: string;
}

/**
 * Checks that no file a run writes replaces another file it reads or writes, under any name: a link
 * to a file counts as that file. A path that is not a regular file, such as /dev/null, may be named
 * twice.
 *
 * @throws UsageError where a file would be replaced.
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

/** The identity of a file; `undefined` for no file, and for one that cannot be replaced. */
function placeOf(path: string | undefined): string | undefined {
  if (path === undefined || path === "-") return undefined;
  try {
    const found = statSync(path, { bigint: true });
    return found.isFile() ? `${found.dev}:${found.ino}` : undefined;
  } catch {
    return unmade(resolve(path));
  }
}

/** The path of a file that does not exist yet, with links in its folders resolved. */
function unmade(path: string): string {
  const folder = dirname(path);
  if (folder === path) return path;
  try {
    return join(realpathSync(folder), basename(path));
  } catch {
    return join(unmade(folder), basename(path));
  }
}

/**
 * Checks that a page can be written at `path`.
 *
 * @throws UsageError for standard output, PlaceError where it cannot be written.
 */
export function checkReportFile(path: string, option = "report"): void {
  if (path === "-")
    throw new UsageError(`${asFlag(option)}: a page goes to a file; name one, such as page.html`);
  checkPlace(path, option);
}
