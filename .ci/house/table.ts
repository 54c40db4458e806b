import type { Import } from "./imports.ts";
import { parseJson, type RepositoryFile } from "./repository-file.ts";

/** A line of a table: a room of a package, or a package of the repository. */
interface Room {
  readonly name: string;
  /** In one line, what lives there. */
  readonly holds: string;
  /** The rooms it may import from, each of them above it in the table. */
  readonly uses: readonly string[];
}

/** Rooms, lowest first. */
export interface Table {
  readonly path: string;
  readonly rooms: readonly Room[];
}

/** @throws {Error} that says which line is malformed, and how one is written. */
export function readTable(file: RepositoryFile): Table {
  const { path } = file;
  const rooms = Object.entries(parseJson<Record<string, Record<string, unknown>>>(file)).map(
    ([name, line]) => {
      const { holds, uses, ...rest } = line;
      const isNames = Array.isArray(uses) && uses.every((use) => typeof use === "string");
      if (typeof holds !== "string" || !isNames || Object.keys(rest).length > 0) {
        throw new Error(
          `${path}: "${name}" is to have a text \`holds\`, a list \`uses\`, and no more.`,
        );
      }
      return { name, holds, uses };
    },
  );
  return { path, rooms };
}

/** What is kept by a table: which files stand in which of its rooms, and what they import. */
export interface Contents {
  readonly paths: readonly string[];
  readonly imports: readonly Import[];
  /**
   * The room that a file stands in; undefined at the top, which may use every room and be used by
   * none.
   */
  readonly roomOf: (path: string) => string | undefined;
}

/** Where files and imports are not as the table says. */
export function tableFaults(
  { path: table, rooms }: Table,
  { paths, imports, roomOf }: Contents,
): string[] {
  const faults: string[] = [];
  const heights = new Map(rooms.map(({ name }, height) => [name, height]));
  const height = (name: string | undefined): number =>
    name === undefined ? rooms.length : (heights.get(name) ?? Number.NaN);

  for (const { name, uses } of rooms) {
    for (const use of uses.filter((used) => !(height(used) < height(name)))) {
      faults.push(
        `${table}: "${name}" may not use "${use}", which no line above it names: put it above, or take it out.`,
      );
    }
    if (!paths.some((path) => roomOf(path) === name)) {
      faults.push(
        `${table}: "${name}" has no sources: take the line out, or give it the name that the folder has now.`,
      );
    }
  }
  for (const room of new Set(paths.map(roomOf))) {
    if (Number.isNaN(height(room))) {
      faults.push(
        `${table} does not name "${room}": add a line that says what it holds and uses, above all that use it.`,
      );
    }
  }
  for (const { from, to } of imports) {
    const [user, used] = [roomOf(from), roomOf(to)];
    const isAllowed = rooms.find(({ name }) => name === user)?.uses.includes(used ?? "") ?? true;
    if (user === used || isAllowed || Number.isNaN(height(used))) continue;
    const remedy =
      height(used) < height(user)
        ? `name it in the \`uses\` of "${user}", or do without`
        : "move what both need into a room below, or hand it over as an argument";
    faults.push(
      `${from} imports ${to}, but ${table} does not let "${user}" use "${used ?? "the top"}": ${remedy}.`,
    );
  }
  return faults;
}
