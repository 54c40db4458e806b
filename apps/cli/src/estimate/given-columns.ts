import { type PlannedColumns, planColumns } from "@promptnce/rows";
import type { GivenReading } from "@promptnce/rows/description";
import {
  laidOut,
  layoutOf,
  layoutOptions,
  namedColumns,
  type RowTable,
} from "@promptnce/rows/input";
import type { TaskData } from "@promptnce/rows/tasks";
import type { GivenOptions } from "./estimate-options.ts";

/** The columns that options or a study name, to be read, and to be described. */
export interface GivenColumns {
  readonly columns: PlannedColumns;
  readonly named: GivenReading;
  /** The rows that are to be read. */
  readonly chosen: RowTable;
}

/** The columns of a table that the options name, whose names may have commas. */
export async function givenColumns(
  table: RowTable,
  given: Omit<GivenOptions, "y"> & { readonly y?: string | undefined },
  task: TaskData,
): Promise<GivenColumns> {
  const { y, count, several, where, weight, missing, header, labels } = given;
  const lists = await namedColumns(table, listsOf(given));
  const columns = planColumns({ ...lists, y, count, several, where, weight, missing }, task);
  const { x, given: context } = columns;
  const layout = layoutOf(lists);
  const names = (fields: typeof x): string[] =>
    fields.map(({ column }) => column).filter((column) => column !== layout?.adds);
  const hasCodes = labels !== undefined && typeof labels !== "string";
  return {
    columns,
    named: {
      x: names(x),
      ...(context && { given: names(context) }),
      y,
      count,
      weight,
      several,
      ...(layout && { [layout.option]: layout.columns }),
      // Codes that no codebook lists are left out, and need no further question.
      missing: missing ?? (hasCodes ? [] : undefined),
      header: typeof header === "number" ? header : undefined,
    },
    chosen: where === undefined ? table : laidOut(table, { where }),
  };
}

/** The options that name several columns. */
const LISTS = ["x", "given", ...layoutOptions] as const;
type Lists = Pick<GivenOptions, (typeof LISTS)[number]>;

function listsOf(given: Lists): Lists {
  return Object.fromEntries(LISTS.map((option) => [option, given[option]])) as Lists;
}
