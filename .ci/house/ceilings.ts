import { isSource, parseJson, type RepositoryFile } from "./repository-file.ts";

const CEILINGS = ".ci/house/ceilings.json";
const MOST_IGNORES = 20;

/** What is counted, what the count may be, and the faults of those above. */
export interface Counted {
  readonly lines: readonly string[];
  readonly faults: readonly string[];
}

/**
 * What `ceilings.json` gives a ceiling each: lines of sources, tests left out, below a folder, "." being all of them; and
 * of the documents, "*.md", their words.
 */
export function countCeilings(files: readonly RepositoryFile[]): Counted[] {
  const ceilings = files.find(({ path }) => path === CEILINGS);
  if (ceilings === undefined)
    throw new Error(`${CEILINGS} is missing: it says how many lines of sources and words of documents there may be.`);
  const sources = files.filter(({ path }) => isSource(path) && !path.endsWith(".js"));
  return Object.entries(parseJson<Record<string, number>>(ceilings)).map(([folder, most]) => {
    if (folder === "*.md") return countWords(files, most);
    const counted = sources.filter(({ path }) => folder === "." || path.startsWith(`${folder}/`));
    const count = counted.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0);
    const what = `${folder === "." ? "all sources" : folder}: ${count} lines`;
    if (count <= most) return { lines: [`${what}, ${most - count} under the ceiling of ${most}`], faults: [] };
    const remedy = "take lines away elsewhere, or raise it in a commit that says by how much and why.";
    return { lines: [], faults: [`${what}, ${count - most} above the ceiling of ${most} in ${CEILINGS}: ${remedy}`] };
  });
}

/** The documents whose tables a command writes: those hold data. */
const WRITTEN = ["docs/reproduction.md", "docs/past-the-paper.md", "docs/performance.md", "docs/real-models.md"];

/**
 * Words of all documents together, below a ceiling that may only go down.
 * A document is every Markdown file but changesets, changelogs and licences. A word holds a letter or a digit. Blocks of
 * code are left out, and so are tables that a command writes: those of {@link WRITTEN}, and what stands between the
 * markers of the list of rooms. Every other table is prose.
 */
function countWords(files: readonly RepositoryFile[], most: number): Counted {
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

/** Comments that keep the formatter away. */
export function countIgnores(files: readonly RepositoryFile[]): Counted {
  const ignoring = files.flatMap(({ path, text }) =>
    [...text.matchAll(/(?:\/\/|\/\*+|<!--|#)\s*(?:prettier|oxfmt)-ignore/g)].map(() => path),
  );
  const counted = `${ignoring.length} comments \`prettier-ignore\` or \`oxfmt-ignore\``;
  if (ignoring.length <= MOST_IGNORES) return { lines: [`${counted}, of at most ${MOST_IGNORES}`], faults: [] };
  const where = [...new Set(ignoring)].join(", ");
  return { lines: [], faults: [`${counted}, of at most ${MOST_IGNORES}: let the formatter have its way in ${where}.`] };
}
