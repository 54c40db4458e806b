import { OptionError } from "@promptnce/core/errors";
import type { Columns, FieldColumn } from "../input/read-rows.ts";
import { filledColumns, layoutOf, type NamedLayout } from "../layout/named-layout.ts";
import type { TaskData } from "../task/task-setup.ts";

/** The columns of the rows, by their role. */
export interface NamedColumns extends NamedLayout {
  /**
   * The columns of x: `COLUMN`, or `FIELD=COLUMN` if the column's name differs from the task's
   * field. By default the columns named after the task's fields.
   */
  readonly x?: string | readonly string[] | undefined;
  /** The column of the label; optional only if all labels are asked about and listed. */
  readonly y?: string | undefined;
  /**
   * The column with the number of people who gave y to x, for base rates and scores; repeated pairs
   * add up. `rows` if each row is one person's answer, unless a column has that name. By default
   * rows are answers where a pair repeats.
   */
  readonly count?: string | undefined;
  /**
   * The columns of the context, such as the question of a survey, on which all probabilities are
   * conditional; a field of the task stands for its column. Each context has its own labels, base
   * rates and candidate sets. By default all rows share one context.
   */
  readonly given?: string | readonly string[] | undefined;
  /**
   * The column of the row's weight, such as a survey weight. People's counts are sums of weights,
   * and each pair counts once in scores.
   */
  readonly weight?: string | undefined;
  /**
   * Texts that stand for no value, besides those that programs write, such as `NA`; instead of them
   * if the first is `only`. A label that is listed is none.
   */
  readonly missing?: readonly string[] | undefined;
}

/** The columns to read, and how the table holds answers. */
export interface PlannedColumns extends Columns {
  readonly layout?: NamedLayout;
}

/**
 * The columns to read: for each field of the task, in the order of its fields, the column named for
 * it or else the one of the same name. Columns of questions fill the field `question`, those of groups the field `group`.
 *
 * @throws OptionError for `columns.x` if a field has no column or several, or a column belongs to
 * no field; for a column that a layout fills.
 * @example
 * planColumns({ x: "word", y: "response" }, { name: "words", fields: ["cue"] });
 * // → { x: [{ field: "cue", column: "word" }], y: "response" }
 */
export function planColumns(given: NamedColumns, task: TaskData): PlannedColumns {
  const { given: context, weight, missing, several, where } = given;
  const layout = layoutOf(given);
  const { adds, option } = layout ?? {};
  const filled = adds === undefined ? [] : [adds];
  const x = fieldColumns([given.x ?? []].flat(), task, filled);
  const isLaidOut = layout !== undefined || several === true || where !== undefined;
  const ofQuestion = option === "questions" ? filled : [];
  const named = [...(task.given ?? []), ...ofQuestion, ...[context ?? []].flat()];
  const columns = givenColumns(named, x);
  return {
    x,
    ...filledColumns(given),
    weight,
    ...(missing && { missing }),
    ...(columns.length > 0 && { given: columns }),
    ...(isLaidOut && { layout: { several, where, ...(option && { [option]: given[option] }) } }),
  };
}

/** The columns of the fields of x, of which those in `filled` need not be named. */
function fieldColumns(
  named: readonly string[],
  { name, fields }: TaskData,
  filled: readonly string[],
): readonly FieldColumn[] {
  // A field's name may hold = itself.
  const same = fields.map((field) => ({ field, column: field }));
  const own = fields.filter((field) => !filled.includes(field));
  const split = named.map((one) => {
    const at = one.indexOf("=");
    if (at >= 0) return { field: one.slice(0, at), column: one.slice(at + 1) };
    // One field and one column belong together whatever they are called.
    return { field: named.length === 1 && own.length === 1 ? own[0]! : one, column: one };
  });
  const unnamed = same.filter(
    ({ field }) => filled.includes(field) && !split.some((one) => one.field === field),
  );
  const x = named.length === 0 ? same : [...split, ...unnamed];
  const stranger = x.find(({ field }) => !fields.includes(field));
  if (stranger !== undefined) {
    throw new OptionError(
      "columns.x",
      (write) =>
        `the task ${name} has no field ${stranger.field}, only ${fields.join(", ")}; give ${write("columns.x", "FIELD=COLUMN")} if a column has another name`,
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
  // Keys of inputs depend on this order; counts and a task's examples use the same.
  return x.toSorted((a, b) => fields.indexOf(a.field) - fields.indexOf(b.field));
}

/**
 * The fields of the context: each name is that of a field of x, of a column of x, or of another
 * column.
 */
export function givenColumns(named: readonly string[], x: readonly FieldColumn[]): FieldColumn[] {
  const columns = named.map(
    (name) =>
      x.find(({ field }) => field === name) ??
      x.find(({ column }) => column === name) ?? { field: name, column: name },
  );
  return [...new Map(columns.map((one) => [one.column, one])).values()];
}
