import { type Counted, readCeilings, WORDS } from "./ceilings.ts";
import type { RepositoryFile } from "./repository-file.ts";

/** The documents whose tables a command writes: those hold data. */
const WRITTEN = ["docs/reproduction.md", "docs/performance.md", "docs/real-models.md"];

/**
 * Words of all documents together, below the ceiling that `ceilings.json` gives to "*.md" and that may only go down.
 * A document is every Markdown file but changesets, changelogs and licences. A word holds a letter or a digit. Blocks of
 * code are left out, and so are tables that a command writes: those of {@link WRITTEN}, and what stands between the
 * markers of the list of rooms. Every other table is prose.
 */
export function countWords(files: readonly RepositoryFile[]): Counted {
  const most = readCeilings(files)[WORDS];
  if (most === undefined) return { lines: [], faults: [] };
  const counts = files
    .filter(({ path }) => isDocument(path))
    .map((file) => ({ path: file.path, words: wordsOf(file) }));
  const count = counts.reduce((sum, { words }) => sum + words, 0);
  if (count <= most) return { lines: [`documents: ${count} words, of at most ${most}`], faults: [] };
  const longest = counts.toSorted((a, b) => b.words - a.words).slice(0, 3);
  return {
    lines: [],
    faults: [
      `documents: ${count} words, ${count - most} above the ceiling of ${most}: say less, or say it in a help text. ` +
        `The longest are ${longest.map(({ path, words }) => `${path} (${words})`).join(", ")}.`,
    ],
  };
}

function isDocument(path: string): boolean {
  return path.endsWith(".md") && !/^\.changeset\/|(^|\/)(CHANGELOG|LICEN[CS]E)[^/]*$/.test(path);
}

function wordsOf({ path, text }: RepositoryFile): number {
  const withoutCode = text.replaceAll(/^ *```.*?^ *```$/gms, "");
  const withoutRooms = withoutCode.replaceAll(/<!-- rooms: .*?<!-- \/rooms -->/gs, "");
  const prose = WRITTEN.includes(path) ? withoutRooms.replaceAll(/^ *\|.*$/gm, "") : withoutRooms;
  return prose.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
