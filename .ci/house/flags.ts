import { parseSync, Visitor } from "oxc-parser";
import { manifestsOf } from "./imports.ts";
import { isSource, packageOf, type RepositoryFile } from "./repository-file.ts";

/**
 * Where a library speaks of a command line's flags, in a text or a comment: it names its own
 * options.
 */
export function flagFaults(files: readonly RepositoryFile[]): string[] {
  const manifests = manifestsOf(files);
  const isLibrary = ({ path }: RepositoryFile): boolean =>
    path.startsWith("packages/") && manifests.get(packageOf(path))?.private !== true;
  return files
    .filter((file) => isSource(file.path) && isLibrary(file))
    .flatMap(({ path, text }) =>
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
  const look = ({ start, end }: { readonly start: number; readonly end: number }): void => {
    const part = withoutCommandLines(text.slice(start, end));
    for (const { 0: flag, index } of part.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)) {
      const line = text.slice(0, start + index).split("\n").length;
      if (!found.has(line)) found.set(line, flag);
    }
  };
  new Visitor({ Literal: look, TemplateLiteral: look, JSXText: look }).visit(program);
  for (const comment of comments) {
    look(comment);
  }
  return found;
}

/**
 * Blanks a whole command line in quotation marks, as `promptnce datasets fetch words`, which is the
 * command's and right.
 */
function withoutCommandLines(text: string): string {
  return text.replaceAll(/(["`])promptnce [^"`\n]*\1/g, (line) => " ".repeat(line.length));
}
