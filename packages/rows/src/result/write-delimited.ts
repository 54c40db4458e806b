import Papa from "papaparse";
import type { ResultRow } from "./result-columns.ts";

/** Rows as delimited text (RFC 4180), each ended by a line feed; what is `null` is empty. */
export function delimitedText(rows: readonly ResultRow[], delimiter: string): string {
  if (rows.length === 0) return "";
  return `${Papa.unparse(rows as (string | number | boolean | null)[][], { delimiter, newline: "\n" })}\n`;
}
