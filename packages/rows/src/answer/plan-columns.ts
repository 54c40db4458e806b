import { OptionError } from "@promptnce/core/errors";
import type { Columns } from "../input/read-rows.ts";
import type { TaskSetup } from "../task/task-setup.ts";

/** Which columns of the rows are what. */
export interface NamedColumns {
  /** `COLUMN`, or `FIELD=COLUMN` where it is named otherwise than the task's field; the task's fields if not given. */
  readonly x?: string | readonly string[] | undefined;
  /** The label; needed but where all labels are asked about and listed. */
  readonly y?: string | undefined;
  /** How many people gave y to x: base rates and scores. */
  readonly count?: string | undefined;
}

/**
 * Which column is what: every field of the task from the column that is given for it, or that has its name.
 *
 * @throws OptionError where a field has no column or a column no field.
 */
export function planColumns(
  given: NamedColumns,
  { name, fields }: Pick<TaskSetup, "name" | "fields">,
): Columns {
  const named = [given.x ?? []].flat();
  // A field's name may hold = itself.
  const same = fields.map((field) => ({ field, column: field }));
  const split = named.map((one) => {
    const at = one.indexOf("=");
    if (at >= 0) return { field: one.slice(0, at), column: one.slice(at + 1) };
    // One field and one column belong together whatever they are called.
    return { field: named.length === 1 && fields.length === 1 ? fields[0]! : one, column: one };
  });
  const x = named.length === 0 ? same : split;
  const stranger = x.find(({ field }) => !fields.includes(field));
  if (stranger !== undefined) {
    throw new OptionError(
      "columns.x",
      (write) =>
        `the task ${name} has no field ${stranger.field} but ${fields.join(", ")}; give ${write("columns.x", "FIELD=COLUMN")} where a column is named otherwise`,
    );
  }
  for (const field of fields) {
    const columns = x.filter((one) => one.field === field).length;
    if (columns !== 1)
      throw new OptionError(
        "columns.x",
        `the field ${field} of the task ${name} needs one column, not ${columns}`,
      );
  }
  // An input is known by its texts in this order, also to the counts and to a task's examples.
  return { ...given, x: x.toSorted((a, b) => fields.indexOf(a.field) - fields.indexOf(b.field)) };
}
