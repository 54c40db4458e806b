import { countCeilings, countIgnores } from "./ceilings.ts";
import { readImports } from "./imports.ts";
import { packageFaults } from "./packages.ts";
import { pageFaults } from "./page.ts";
import { isSource, packageOf, type RepositoryFile } from "./repository-file.ts";
import { roomFaults } from "./rooms.ts";

/**
 * What the house holds against its rules (CONTRIBUTING.md), a sentence a fault that names the file and what to do, and in
 * `lines` what was counted. `files` are all of the repository that hold code, tables or Markdown.
 *
 * @throws {Error} where a table is missing or malformed.
 */
export function inspectHouse(files: readonly RepositoryFile[]): { lines: string[]; faults: string[] } {
  const imports = readImports(files);
  const homes = new Set(files.filter(({ path }) => isSource(path)).map(({ path }) => packageOf(path)));
  const counted = [...countCeilings(files), countIgnores(files)];
  return {
    lines: counted.flatMap(({ lines }) => lines),
    faults: [
      ...packageFaults(files, imports),
      ...[...homes].flatMap((home) => roomFaults(home, files, imports)),
      ...counted.flatMap(({ faults }) => faults),
      ...pageFaults(files),
    ],
  };
}
