import type { Source } from "@promptnce/core";
import { ClassDataError } from "../attempts/errors.ts";
import { csvRecords, filledField, type CsvRecord } from "../attempts/csv-records.ts";
import { readText } from "../attempts/read-text.ts";

/** A summary as read from a file. */
export interface SummaryRow {
  readonly student: string;
  /** Its author or method. */
  readonly kind: string;
  readonly summary: string;
  /** The number of snapshots its author was shown; absent where the file does not say. */
  readonly window?: number | undefined;
  /** File and line, for messages. */
  readonly place: string;
}

/**
 * The summaries in a CSV file with the columns `student`, `kind` and `summary`, and `window` where
 * it is known how many snapshots they were written from. Other columns are passed over.
 * @throws ClassDataError naming file and line: a blank field, a window that is no number
 * @example
 * import { writeFileSync } from "node:fs";
 * writeFileSync("summaries.csv", "student,kind,summary\nann,expert,She adds by hand.\n");
 * (await readSummaries("summaries.csv")).rows[0]; // → { student: "ann", kind: "expert" }
 */
export async function readSummaries(
  path: string,
): Promise<{ readonly rows: readonly SummaryRow[]; readonly source: Source }> {
  const file = await readText(path);
  const rows = csvRecords(file, ["student", "kind", "summary"]).map((record): SummaryRow => {
    const window = windowOf(record);
    const [student, kind] = [filledField(record, "student"), filledField(record, "kind")];
    return { student, kind, summary: filledField(record, "summary"), place: record.place, window };
  });
  return { rows, source: file.source };
}

function windowOf({ place, fields }: CsvRecord): number | undefined {
  const text = fields.get("window") ?? "";
  if (text.trim() === "") return undefined;
  const window = Number(text);
  if (Number.isInteger(window) && window >= 1) return window;
  throw new ClassDataError(`${place}: the window is "${text}", not a whole number from 1.`);
}
