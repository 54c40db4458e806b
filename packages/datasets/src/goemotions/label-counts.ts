import type { Label } from "@promptnce/core";
import type { BaseCounts } from "../counts/counts.ts";
import { readCsv } from "../files/csv.ts";
import type { DataFile } from "../files/data-file.ts";
import { DatasetError, refuse } from "../files/errors.ts";

/**
 * The base rate of every label from a table with the columns `label` and `rater_rows`: in how many of all `raters` rows
 * the label was set. For a corpus of which only a part is at hand. Throws {@link DatasetError} where a label is
 * missing, unknown, repeated or has no proper count.
 */
export function parseLabelCounts(table: DataFile, labels: readonly Label[], raters: number): BaseCounts {
  const given = new Map<Label, number>();
  let columns: readonly string[] | undefined;
  const problems = readCsv(table, (row) => {
    const cell = (name: string): string => row[columns?.indexOf(name) ?? -1] ?? "";
    if (columns !== undefined) return addLabel(cell("label"), cell("rater_rows"));
    columns = row;
    if (columns.includes("label") && columns.includes("rater_rows")) return undefined;
    const found = columns.join(", ");
    throw new DatasetError(`${table.file} line 1: expected the columns label and rater_rows, found ${found}.`);
  });
  const missing = labels.filter((y) => !given.has(y));
  if (missing.length > 0 && problems.length === 0) problems.push(`${table.file} has no row for ${missing.join(", ")}.`);
  refuse(problems);
  return { given, answers: raters };

  function addLabel(y: Label, text: string): string | undefined {
    if (!labels.includes(y)) return `"${y}" is not one of the ${labels.length} labels`;
    if (given.has(y)) return `${y} was there before`;
    const rowsWith = /^\d+$/.test(text) ? Number(text) : 0;
    if (rowsWith < 1 || rowsWith > raters) return `rater_rows is "${text}", expected a count from 1 to ${raters}`;
    given.set(y, rowsWith);
    return undefined;
  }
}
