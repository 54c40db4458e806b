import { parseSync, Visitor } from "oxc-parser";
import { librarySources } from "./imports.ts";
import type { RepositoryFile } from "./repository-file.ts";

/**
 * Where a library speaks of a command line's flags, in a text or a comment: it names its own
 * options.
 */
export function flagFaults(files: readonly RepositoryFile[]): string[] {
  return librarySources(files).flatMap(({ path, text }) =>
    [...flagsByLine(path, text)].map(
      ([line, flag]) =>
        `${path}:${line} speaks of the flag ${flag}: name the option of the library, ` +
        `as a Sentence of @promptnce/core/errors does, and let the command write its flag.`,
    ),
  );
}

/** The first flag of each line that has one, by the line's number. */
function flagsByLine(path: string, text: string): Map<number, string> {
  const { program, comments } = parseSync(path, text);
  const found = new Map<number, string>();
  const look = (part: string, start: number): void => {
    for (const { 0: flag, index } of part.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)) {
      const line = text.slice(0, start + index).split("\n").length;
      if (!found.has(line)) found.set(line, flag);
    }
  };
  const lookAt = ({ start, end }: { readonly start: number; readonly end: number }): void =>
    look(text.slice(start, end), start);
  new Visitor({ Literal: lookAt, TemplateLiteral: lookAt, JSXText: lookAt }).visit(program);
  for (const { start, end } of comments) {
    look(withoutCommandLines(text.slice(start, end)), start);
  }
  return found;
}

/**
 * Blanks a whole command line in quotation marks, as `promptnce datasets fetch words --data x`,
 * which a comment may quote.
 */
function withoutCommandLines(text: string): string {
  return text.replaceAll(/(["`])promptnce [^"`\n]*\1/g, (line) => " ".repeat(line.length));
}
