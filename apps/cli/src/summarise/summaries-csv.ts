import type { SummaryRow } from "@promptnce/case-study";
import Papa from "papaparse";
import { startOfFile } from "@promptnce/engine/files";
import { UsageError } from "#command/errors";

/** A summary in the format written by `summarise` and read by `score`. */
export interface WrittenSummary extends Omit<SummaryRow, "place"> {
  /** `id@version` of the template. */
  readonly template: string;
  readonly model: string;
}

const columns = ["student", "kind", "summary", "window", "template", "model"] as const;

/** The header that identifies a file written by `summarise`. */
const HEADER = columns.join(",");

/** The summaries as CSV, one row per student in class order. */
export function summariesCsv(summaries: readonly WrittenSummary[]): string {
  const data = summaries.map((summary) => columns.map((column) => summary[column]));
  return `${Papa.unparse([[...columns], ...data], { newline: "\n" })}\n`;
}

/**
 * Checks that summaries would only replace an empty file or one that `summarise` wrote: people
 * write summaries under the same names. Does not report unreadable files.
 */
export function checkReplaceable(out: string): void {
  const start = startOfFile(out, HEADER.length + 2);
  if (start === undefined || start === "" || start.split(/\r?\n/)[0] === HEADER) return;
  throw new UsageError(
    `--out: ${out} already exists and was not written by summarise, because its first line is not ${HEADER}; name another file, or add --force`,
  );
}
