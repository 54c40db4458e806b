import { OptionError } from "@promptnce/core/errors";
import type { Columns, FieldColumn } from "../input/read-rows.ts";
import type { TaskSetup } from "../task/task-setup.ts";

/** Which columns of the rows are what. */
export interface NamedColumns {
  /** `COLUMN`, or `FIELD=COLUMN` where it is named otherwise than the task's field; the task's fields if not given. */
  readonly x?: string | readonly string[] | undefined;
  /** The label; needed but where all labels are asked about and listed. */
  readonly y?: string | undefined;
  /** How many people gave y to x: base rates and scores. */
  readonly count?: string | undefined;
  /**
   * Within which probabilities are, as the question of a survey: columns, or fields of the task, which are then those of
   * their columns. Labels, base rates and candidate sets are those of each context; one context for all if not given.
   */
  readonly given?: string | readonly string[] | undefined;
  /** How many people a row stands for, as survey weights say: counts are sums of it. */
  readonly weight?: string | undefined;
}

/**
 * Which column is what: every field of the task from the column that is given for it, or that has its name.
 *
 * @throws OptionError where a field has no column or a column no field.
 */
export function planColumns(
  given: NamedColumns,
  { name, fields, given: ofTask = [] }: Pick<TaskSetup, "name" | "fields" | "given">,
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
  const sorted = x.toSorted((a, b) => fields.indexOf(a.field) - fields.indexOf(b.field));
  const { given: context, ...others } = given;
  const columns = givenColumns([...ofTask, ...[context ?? []].flat()], sorted);
  return { ...others, x: sorted, ...(columns.length > 0 && { given: columns }) };
}

/** The fields of a context: those of x by their names or their columns, and columns of its own. */
export function givenColumns(named: readonly string[], x: readonly FieldColumn[]): FieldColumn[] {
  const columns = named.map(
    (name) =>
      x.find(({ field }) => field === name) ??
      x.find(({ column }) => column === name) ?? { field: name, column: name },
  );
  return [...new Map(columns.map((one) => [one.column, one])).values()];
}
