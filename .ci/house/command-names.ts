import { parseSync, Visitor } from "oxc-parser";
import { librarySources } from "./imports.ts";
import type { RepositoryFile } from "./repository-file.ts";

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
function namedCommands(path: string, text: string): (readonly [line: number, command: string])[] {
  const found: (readonly [line: number, command: string])[] = [];
  const look = ({ start, end }: { readonly start: number; readonly end: number }): void => {
    const part = text.slice(start, end);
    for (const { 0: command, index } of part.matchAll(/(?<![\w@/.-])promptnce [a-z][a-z-]*/g)) {
      found.push([text.slice(0, start + index).split("\n").length, command]);
    }
  };
  const { program } = parseSync(path, text);
  new Visitor({ Literal: look, TemplateLiteral: look, JSXText: look }).visit(program);
  return found;
}
