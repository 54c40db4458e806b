import type { RepositoryFile } from "./repository-file.ts";

const MOST_IGNORES = 20;

/** The fault of a repository with too many comments that keep the formatter away. */
export function ignoredFormattingFaults(files: readonly RepositoryFile[]): string[] {
  const ignoring = files.flatMap(({ path, text }) =>
    [...text.matchAll(/(?:\/\/|\/\*+|<!--|#)\s*(?:prettier|oxfmt)-ignore/g)].map(() => path),
  );
  if (ignoring.length <= MOST_IGNORES) return [];
  const where = [...new Set(ignoring)].join(", ");
  return [
    `${ignoring.length} comments \`prettier-ignore\` or \`oxfmt-ignore\`, of at most ${MOST_IGNORES}: ` +
      `let the formatter format ${where}.`,
  ];
}
