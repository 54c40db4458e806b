import { posix } from "node:path";
import type { Import } from "./imports.ts";
import { isSource, packageOf, type RepositoryFile } from "./repository-file.ts";
import { readTable, tableFaults, type Table } from "./table.ts";

const MOST_SOURCES = 16;

/**
 * Where the sources of a package or app are not as its `rooms.json` says. `home` is its folder, as
 * `packages/core`.
 */
export function roomFaults(
  home: string,
  files: readonly RepositoryFile[],
  imports: readonly Import[],
): string[] {
  const table = roomTable(home, files);
  if (table === undefined) {
    return [
      `${home}/rooms.json is missing: write it, a line a folder of ${home}/src, lowest first.`,
    ];
  }
  const inside = (path: string): boolean => isSource(path) && packageOf(path) === home;
  const paths = files.map(({ path }) => path).filter(inside);
  const contents = {
    paths,
    imports: imports.filter(({ from, to }) => inside(from) && inside(to)),
    roomOf: (path: string) => roomOf(path, home, table),
  };
  return [...tableFaults(table, contents), ...folderFaults(paths)];
}

/** The table of a package's rooms; undefined where it has none. */
export function roomTable(home: string, files: readonly RepositoryFile[]): Table | undefined {
  const file = files.find(({ path }) => path === `${home}/rooms.json`);
  return file && readTable(file);
}

/**
 * A file's folder below `src`; a file at the root is the top, unless the table has a line for it,
 * as for `types.ts`.
 */
function roomOf(path: string, home: string, { rooms }: Table): string | undefined {
  const inside = posix.relative(`${home}/src`, path);
  if (rooms.some(({ name }) => name === inside)) return inside;
  const folder = posix.dirname(inside);
  return folder === "." ? undefined : folder;
}

/** Folders with too many sources. */
function folderFaults(paths: readonly string[]): string[] {
  return Object.entries(Object.groupBy(paths, (path) => posix.dirname(path)))
    .filter(([, sources = []]) => sources.length > MOST_SOURCES)
    .map(
      ([folder, sources = []]) =>
        `${folder} holds ${sources.length} sources, of at most ${MOST_SOURCES}: ` +
        "move those that change together into a room of their own, or helpers to their only caller.",
    );
}
