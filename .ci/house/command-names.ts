import { librarySources } from "./imports.ts";
import type { RepositoryFile } from "./repository-file.ts";
import { lineAt, textsOfSource } from "./texts-of-source.ts";

/**
 * Where a text of a library tells its reader to run the command: who calls the library may have no
 * command, so the library names its function, and the command writes what a person types.
 */
export function commandNameFaults(files: readonly RepositoryFile[]): string[] {
  return librarySources(files).flatMap(({ path, text }) =>
    namedCommands(path, text).map(
      ([line, command]) =>
        `${path}:${line} names the command "${command}": name the function of the library, as a ` +
        `Sentence of @promptnce/core/errors does, and let the command write what a person types.`,
    ),
  );
}

/** The commands that texts name, each with its line. */
function namedCommands(path: string, source: string): (readonly [line: number, command: string])[] {
  return textsOfSource(path, source).texts.flatMap(({ text, start }) =>
    Array.from(
      text.matchAll(/(?<![\w@/.-])promptnce [a-z][a-z-]*/g),
      ({ 0: command, index }) => [lineAt(source, start + index), command] as const,
    ),
  );
}
