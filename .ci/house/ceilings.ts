import { isSource, parseJson, type RepositoryFile } from "./repository-file.ts";

const CEILINGS = ".ci/house/ceilings.json";
const MOST_IGNORES = 20;

/** What `ceilings.json` calls the documents: their ceiling is one of words. */
export const WORDS = "*.md";

/** What is counted, what the count may be, and the faults of those above. */
export interface Counted {
  readonly lines: readonly string[];
  readonly faults: readonly string[];
}

/** Lines of sources, tests left out, below the folders that `ceilings.json` gives a ceiling each; "." is all of them. */
export function countLines(files: readonly RepositoryFile[]): Counted {
  const sources = files.filter(({ path }) => isSource(path) && !path.endsWith(".js"));
  const lines: string[] = [];
  const faults: string[] = [];
  for (const [folder, most] of Object.entries(readCeilings(files))) {
    if (folder === WORDS) continue;
    const counted = sources.filter(({ path }) => folder === "." || path.startsWith(`${folder}/`));
    const count = counted.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0);
    const name = folder === "." ? "all sources" : folder;
    if (count <= most) {
      lines.push(`${name}: ${count} lines, ${most - count} under the ceiling of ${most}`);
    } else {
      faults.push(
        `${name}: ${count} lines, ${count - most} above the ceiling of ${most} in ${CEILINGS}: ` +
          "take lines away elsewhere, or raise it in a commit that says by how much and why.",
      );
    }
  }
  return { lines, faults };
}

export function readCeilings(files: readonly RepositoryFile[]): Readonly<Record<string, number>> {
  const ceilings = files.find(({ path }) => path === CEILINGS);
  if (ceilings === undefined)
    throw new Error(`${CEILINGS} is missing: it says how many lines of sources and words of documents there may be.`);
  return parseJson(ceilings);
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
