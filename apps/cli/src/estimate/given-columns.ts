import { type NamedColumns, type PlannedColumns, planColumns } from "@promptnce/rows";
import type { GivenReading } from "@promptnce/rows/description";
import { addedColumn, laidOut, namedColumns, type RowTable } from "@promptnce/rows/input";
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
  const lists = await namedLists(table, given);
  const columns = planColumns({ ...lists, y, count, several, where, weight, missing }, task);
  const { x, given: context } = columns;
  const added = addedColumn(lists)?.name;
  const names = (fields: typeof x): string[] =>
    fields.map(({ column }) => column).filter((column) => column !== added);
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
      raters: lists.raters,
      wide: lists.wide,
      groups: lists.groups,
      // Codes that no codebook lists are left out, and need no further question.
      missing: missing ?? (hasCodes ? [] : undefined),
      header: typeof header === "number" ? header : undefined,
    },
    chosen: where === undefined ? table : laidOut(table, { where }),
  };
}

async function namedLists(
  table: RowTable,
  { x, raters, questions, wide, groups, given }: Omit<GivenOptions, "y">,
): Promise<Pick<NamedColumns, "questions"> & NameLists> {
  const names = Array.isArray(questions) ? (questions as readonly string[]) : undefined;
  const lists = await namedColumns(table, { x, raters, questions: names, wide, groups, given });
  return { ...lists, questions: lists.questions ?? questions };
}

type NameLists = {
  readonly [L in "x" | "raters" | "wide" | "groups" | "given"]: readonly string[] | undefined;
};
