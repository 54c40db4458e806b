import { contextKey, type Context, type InContext, type Label } from "@promptnce/core";
import { DataError } from "../errors.ts";
import { encodingBeside } from "../formats/encoding-beside.ts";
import { inputFormat } from "../formats/file-format.ts";
import { type FieldColumn, readRows } from "./read-rows.ts";
import { tableFile } from "./table.ts";

/**
 * The number of people who gave each label, or, with `given`, a function that returns these counts
 * for a context; a context that the file lacks has none. The file is a table of any format with the
 * columns `label` and `count` and those of `given`.
 *
 * @param encoding The encoding named for the rows, if any; a UTF-8 file is read as UTF-8 anyway.
 * @throws OptionError if the file's extension is unknown.
 * @throws DataError if the file cannot be read, lacks a column, or has a label twice in a context,
 *   an unusable count, or no count above 0.
 * @example
 * import { writeFileSync } from "node:fs";
 * writeFileSync("counts.csv", "label,count\nWATER,78\nHOT,44\n");
 * await readCounts("counts.csv"); // → new Map([["WATER", 78], ["HOT", 44]])
 */
export function readCounts(path: string): Promise<ReadonlyMap<Label, number>>;
export function readCounts(
  path: string,
  given: readonly FieldColumn[] | undefined,
  encoding?: string,
): Promise<InContext<ReadonlyMap<Label, number>>>;
export async function readCounts(
  path: string,
  given: readonly FieldColumn[] = [],
  encoding?: string,
): Promise<InContext<ReadonlyMap<Label, number>>> {
  const contexts = new Map<string, Map<Label, number>>();
  let anybody = false;
  using table = await tableFile({
    path,
    format: inputFormat(path, undefined),
    encoding: encodingBeside(path, encoding),
  });
  for await (const rows of readRows(table, {
    x: [],
    y: "label",
    count: "count",
    ...(given.length > 0 && { given }),
  })) {
    for (const { line, y = "", count = 0, context, problem } of rows) {
      const counts = contexts.get(contextKey(context)) ?? new Map<Label, number>();
      contexts.set(contextKey(context), counts);
      const mistake =
        problem ??
        (counts.has(y) && `has a second count of ${JSON.stringify(y)}; give each label once`);
      if (mistake) throw new DataError(`${path}, line ${line}: ${mistake}.`);
      counts.set(y, count);
      anybody ||= count > 0;
    }
  }
  if (!anybody) throw new DataError(`${path} has no count above 0: give at least one.`);
  const countsIn = (context: Context | undefined): ReadonlyMap<Label, number> =>
    contexts.get(contextKey(context)) ?? new Map();
  return given.length > 0 ? countsIn : countsIn(undefined);
}
