import { circleFaults } from "./circles.ts";
import { commandNameFaults } from "./command-names.ts";
import { flagFaults } from "./flags.ts";
import { ignoredFormattingFaults } from "./ignored-formatting.ts";
import { readImports } from "./imports.ts";
import { longTableFaults } from "./long-tables.ts";
import { packageFaults } from "./packages.ts";
import { packedLineFaults } from "./packed-lines.ts";
import { pageFaults } from "./page.ts";
import { isSource, packageOf, type RepositoryFile } from "./repository-file.ts";
import { roomFaults } from "./rooms.ts";
import { workflowFaults } from "./workflows.ts";
import { waitFaults } from "./waits.ts";

/**
 * What breaks a rule of the house (CONTRIBUTING.md): one sentence a fault that names the file and
 * says what to do. `files` are all files of the repository that hold code, tables or Markdown.
 *
 * @throws {Error} where a table is missing or malformed.
 */
export function inspectHouse(files: readonly RepositoryFile[]): string[] {
  const imports = readImports(files);
  const homes = new Set(
    files.filter(({ path }) => isSource(path)).map(({ path }) => packageOf(path)),
  );
  return [
    ...packageFaults(files, imports),
    ...[...homes].flatMap((home) => roomFaults(home, files, imports)),
    ...circleFaults(imports),
    ...ignoredFormattingFaults(files),
    ...packedLineFaults(files),
    ...flagFaults(files),
    ...commandNameFaults(files),
    ...longTableFaults(files),
    ...workflowFaults(files),
    ...waitFaults(files),
    ...pageFaults(files),
  ];
}
