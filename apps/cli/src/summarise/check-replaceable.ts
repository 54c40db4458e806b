import { startOfFile, UsageError } from "@promptnce/providers/choose";
import { summaryColumns } from "./summaries-csv.ts";

const HEADER = summaryColumns.join(",");

/**
 * Makes sure that summaries replace no file but one that `summarise` wrote itself, which its header
 * tells, or one that is empty: people write summaries too, under the same names.
 *
 * @throws UsageError where it holds anything else. What cannot be read is not told here.
 */
export function checkReplaceable(out: string): void {
  const start = startOfFile(out, HEADER.length + 2);
  if (start === undefined || start === "") return;
  const [header] = start.split(/\r?\n/);
  if (header === HEADER) return;
  throw new UsageError(
    `--out: ${out} is there already and was not written by summarise, as its first line is not ${HEADER}; name another file, or say --force`,
  );
}
