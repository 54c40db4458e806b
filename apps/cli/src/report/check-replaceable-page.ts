import { startOfFile, UsageError } from "@promptnce/providers/choose";

/** What the pages of this command name as their generator. */
export const REPORT = "promptnce report";

/** How far into a page its generator stands, at most. */
const HEAD = 1000;

/**
 * Makes sure that a page that nobody named replaces no file but one that `report` wrote itself, which
 * its generator tells, or one that is empty: `estimate --report` writes pages with prompts and replies
 * under the same names.
 *
 * @throws UsageError where it holds anything else. What cannot be read is not told here.
 */
export function checkReplaceablePage(path: string): void {
  const start = startOfFile(path, HEAD);
  if (start === undefined || start === "") return;
  const [, generator] = /<meta name="generator" content="([^"<>]*)">/.exec(start) ?? [];
  if (generator === REPORT) return;
  const writer = generator?.startsWith("promptnce ") ? `by ${generator}` : "by something else";
  throw new UsageError(
    `${path} is there already and was written ${writer}; name another file with --out, or say --force`,
  );
}
