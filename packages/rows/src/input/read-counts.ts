import type { Label } from "@promptnce/core";
import { DataError } from "../errors.ts";
import { inputFormat } from "./file-format.ts";
import { readRows } from "./read-rows.ts";
import { tableFile } from "./table.ts";

/**
 * How many people gave each label: the columns `label` and `count` of a file of CSV, TSV or JSON lines.
 *
 * @throws OptionError where its name does not tell its format; DataError where it cannot be read, lacks a column, or has
 *   a label twice, an unusable count, or none above 0.
 */
export async function readCounts(path: string): Promise<ReadonlyMap<Label, number>> {
  const counts = new Map<Label, number>();
  using table = await tableFile({ path, format: inputFormat(path, undefined) });
  for await (const rows of readRows(table, { x: [], y: "label", count: "count" })) {
    for (const { line, y = "", count = 0, problem } of rows) {
      const mistake =
        problem ??
        (counts.has(y) && `has a second count of ${JSON.stringify(y)}; give each label once`);
      if (mistake) throw new DataError(`${path}, line ${line}: ${mistake}.`);
      counts.set(y, count);
    }
  }
  if ([...counts.values()].some((count) => count > 0)) return counts;
  throw new DataError(`${path} counts nobody: give at least one label with a count above 0.`);
}
