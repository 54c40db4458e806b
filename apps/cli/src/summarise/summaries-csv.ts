import Papa from "papaparse";

/** A summary as `summarise` writes it and `score` reads it. */
export interface WrittenSummary {
  readonly student: string;
  readonly kind: string;
  readonly summary: string;
  /** How many attempts its writer was shown. */
  readonly window: number;
  /** `id@version` of the wording. */
  readonly template: string;
  readonly model: string;
}

/** The header that tells a file of `summarise` from others. */
export const summaryColumns: readonly string[] = ["student", "kind", "summary", "window", "template", "model"];

/** The summaries as CSV, a row a student in the order of the class. */
export function summariesCsv(summaries: readonly WrittenSummary[]): string {
  const data = summaries.map(({ student, kind, summary, window, template, model }) => {
    return [student, kind, summary, window, template, model];
  });
  return `${Papa.unparse([summaryColumns, ...data], { newline: "\n" })}\n`;
}
