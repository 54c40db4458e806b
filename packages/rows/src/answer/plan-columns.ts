import { UsageError } from "@promptnce/providers/choose";
import { ownColumns } from "../result/result-columns.ts";
import type { Columns } from "../input/read-rows.ts";
import type { TaskSetup } from "../task/task-setup.ts";

/** What the command line says of columns. */
export interface GivenColumns {
  /** `COLUMN`, or `FIELD=COLUMN` where it is named otherwise than the task's field. */
  readonly x: readonly string[];
  readonly y: string | undefined;
  readonly count: string | undefined;
}

/**
 * Which column is what: every field of the task from the column that is given for it, or that has its
 * name. One field and one column belong together whatever they are called.
 *
 * @throws UsageError where a field has no column or a column no field, or where a field is named as a
 *   column of the result is.
 */
export function planColumns(given: GivenColumns, { name, fields }: Pick<TaskSetup, "name" | "fields">): Columns {
  const x = given.x.length === 0 ? fields.map((field) => ({ field, column: field })) : pairUp(given.x, fields);
  for (const { field } of x) {
    if (!fields.includes(field)) {
      throw new UsageError(
        `--x: the task ${name} has no field ${field} but ${fields.join(", ")}; give --x FIELD=COLUMN where a column is named otherwise`,
      );
    }
  }
  for (const field of fields) {
    const columns = x.filter((one) => one.field === field).length;
    if (columns === 1) continue;
    throw new UsageError(`--x: the field ${field} of the task ${name} needs one column, not ${columns}`);
  }
  const taken = fields.find((field) => ownColumns.has(field));
  if (taken !== undefined) {
    throw new UsageError(
      `--task: ${name} has a field ${taken}, which is a column of the result; name the field otherwise`,
    );
  }
  return {
    // An input is known by its texts in this order, also to the counts and to a task's examples.
    x: x.toSorted((a, b) => fields.indexOf(a.field) - fields.indexOf(b.field)),
    ...(given.y !== undefined && { y: given.y }),
    ...(given.count !== undefined && { count: given.count }),
  };
}

function pairUp(given: readonly string[], fields: readonly string[]): Columns["x"] {
  const [only] = given;
  const [field] = fields;
  if (given.length === 1 && fields.length === 1 && only !== undefined && field !== undefined) {
    if (!only.includes("=")) return [{ field, column: only }];
  }
  return given.map((one) => {
    const at = one.indexOf("=");
    return at < 0 ? { field: one, column: one } : { field: one.slice(0, at), column: one.slice(at + 1) };
  });
}
