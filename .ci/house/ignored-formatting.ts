import type { RepositoryFile } from "./repository-file.ts";

/** The faults of files with comments that keep the formatter away. */
export function ignoredFormattingFaults(files: readonly RepositoryFile[]): string[] {
  return files
    .filter(({ text }) => /(?:\/\/|\/\*+|<!--|#)\s*(?:prettier|oxfmt)-ignore/.test(text))
    .map(({ path }) => `${path} keeps the formatter away: let it format the whole file.`);
}
