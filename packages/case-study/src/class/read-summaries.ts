import type { Source } from "@promptnce/core";
import { ClassDataError } from "../attempts/errors.ts";
import { csvRecords } from "../attempts/csv-records.ts";
import { readText } from "../attempts/read-text.ts";

/** A summary as a file has it. */
export interface SummaryRow {
  readonly student: string;
  /** Who or what wrote it, or how. */
  readonly kind: string;
  readonly summary: string;
  /** How many snapshots its writer was shown; absent where the file does not say. */
  readonly window?: number;
  /** File and line, for messages. */
  readonly place: string;
}

/**
 * The summaries in a CSV file with the columns `student`, `kind` and `summary`, and `window` where
 * it is known how many snapshots they were written from. Other columns are passed over.
 *
 * @throws {ClassDataError} naming file and line: a blank field, a window that is no number.
 */
export async function readSummaries(
  path: string,
): Promise<{ readonly rows: readonly SummaryRow[]; readonly source: Source }> {
  const file = await readText(path);
  const rows = csvRecords(file, ["student", "kind", "summary"]).map(({ line, fields }) => {
    const place = `${file.file}, line ${line}`;
    const needed = (column: string): string => {
      const value = fields.get(column)?.trim() ?? "";
      if (value === "") throw new ClassDataError(`${place}: the ${column} is blank.`);
      return value;
    };
    const window = windowOf(fields.get("window"), place);
    return {
      student: needed("student"),
      kind: needed("kind"),
      summary: needed("summary"),
      place,
      ...(window !== undefined && { window }),
    };
  });
  return { rows, source: file.source };
}

function windowOf(text: string | undefined, place: string): number | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  const window = Number(text);
  if (Number.isInteger(window) && window >= 1) return window;
  throw new ClassDataError(`${place}: the window is "${text}", not a whole number from 1.`);
}
