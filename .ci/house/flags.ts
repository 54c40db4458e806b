import { librarySources } from "./imports.ts";
import type { RepositoryFile } from "./repository-file.ts";
import { lineAt, textsOfSource } from "./texts-of-source.ts";

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
function flagsByLine(path: string, source: string): Map<number, string> {
  const { texts, comments } = textsOfSource(path, source);
  const spoken = comments.map((one) => ({ ...one, text: withoutCommandLines(one.text) }));
  const found = new Map<number, string>();
  for (const { text, start } of [...texts, ...spoken]) {
    for (const { 0: flag, index } of text.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)) {
      const line = lineAt(source, start + index);
      if (!found.has(line)) found.set(line, flag);
    }
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
