import type { Label } from "@promptnce/core";
import { type RowFile, type RowSource, tableFile, tableOf } from "../input/table.ts";
import { taskSetup } from "../task/task-setup.ts";
import { type NamedColumns, planColumns } from "./plan-columns.ts";
import { type PrepareOptions, type PreparedRows, prepareRows } from "./prepare-rows.ts";

/** A table of a program's, or the file of one. */
type Table =
  | RowSource
  | (Pick<RowFile, "path" | "format" | "delimiter"> & { readonly path: string });

/** The rows of a table as they would be asked about, its one field of x in the column `x`. */
export async function prepared(
  source: Table,
  columns: Omit<NamedColumns, "x"> & { readonly x?: string },
  more: Partial<PrepareOptions> = {},
): Promise<PreparedRows> {
  const table = "path" in source ? await tableFile(source) : await tableOf(source);
  const task = await taskSetup("words", "faithful");
  return prepareRows(table, {
    task,
    columns: planColumns({ ...columns, x: columns.x ?? "x" }, task),
    ask: "pairs",
    seed: "1",
    methods: ["infonce"],
    ...more,
  });
}

/** People's P(y|x) by x and y, of each pair that somebody gave; the texts of a context precede x. */
export async function shares(
  ...given: Parameters<typeof prepared>
): Promise<Readonly<Record<string, Readonly<Record<Label, number>>>>> {
  const { survey, units } = await prepared(...given);
  const found: Record<string, Record<Label, number>> = {};
  for await (const batch of units()) {
    for (const { row } of batch) {
      if (row.problem !== undefined || row.y === undefined) continue;
      const x = [...Object.values(row.context ?? {}), ...Object.values(row.x)].join(" / ");
      const share = survey.people?.conditional(row.key, row.y);
      found[x] = { ...found[x], [row.y]: share ?? Number.NaN };
    }
  }
  return found;
}
