import { type PlannedColumns, planColumns } from "@promptnce/rows";
import type { GivenReading } from "@promptnce/rows/description";
import { listText } from "@promptnce/core/errors";
import { UsageError } from "#command/errors";
import { typedAs } from "#command/start";
import {
  firstRows,
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

/** The most columns of a sentence. */
const SHOWN = 9;

/**
 * What is wrong with a table that has none of the task's fields, where no option names their
 * columns: its rows are of another kind. `undefined` for any other table.
 */
export async function otherRows(
  table: RowTable,
  { x }: Pick<GivenOptions, "x">,
  { name, fields }: TaskData,
): Promise<UsageError | undefined> {
  if (x !== undefined) return undefined;
  const { columns } = await firstRows(table);
  if (columns.length < 2 || fields.some((field) => columns.includes(field))) return undefined;
  const rest = columns.length - SHOWN;
  const shown = rest > 1 ? [...columns.slice(0, SHOWN), `${rest} more`] : columns;
  const named = fields.map((field) => (fields.length === 1 ? "COLUMN" : `${field}=COLUMN`));
  return new UsageError(
    `--x: the task ${name} shows ${listText(fields, "and")}, but ${table.name} has ${listText(shown, "and")}; say which columns to show, as --x ${named.join(",")}, or begin with ${typedAs()}promptnce start`,
  );
}

/** The options that name several columns. */
const LISTS = ["x", "given", ...layoutOptions] as const;
type Lists = Pick<GivenOptions, (typeof LISTS)[number]>;

function listsOf(given: Lists): Lists {
  return Object.fromEntries(LISTS.map((option) => [option, given[option]])) as Lists;
}
