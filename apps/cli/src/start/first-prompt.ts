import { findTaskTemplate, taskSchema, type Task } from "@promptnce/prompts";
import type { TableStart } from "@promptnce/rows/input";
import { exampleAnswers } from "../task/task-yaml.ts";

/** A field of the task, and the column that holds it. */
export interface FieldColumn {
  readonly field: string;
  readonly column: string;
}

/**
 * What PromptNCE asks about one of the first rows, with labels of the first rows as candidates.
 *
 * @param y the column of the label
 */
export function firstPrompt(
  task: Task,
  { rows }: Pick<TableStart, "rows">,
  { fields, y }: { readonly fields: readonly FieldColumn[]; readonly y: string },
): string {
  const isFilled = (text: (column: string) => string): boolean =>
    [...fields.map(({ column }) => column), y].every((column) => text(column).trim() !== "");
  const whole = rows.filter(isFilled);
  const shown = whole[Math.floor(whole.length / 2)];
  const labels = new Set(whole.map((text) => text(y)).filter((label) => !/\n/.test(label)));
  const x = Object.fromEntries(fields.map(({ field, column }) => [field, shown?.(column) ?? ""]));
  const question = {
    kind: "open",
    task: task.name,
    x,
    candidates: [...labels].slice(0, 5),
    sample: 0,
  } as const;
  return findTaskTemplate(task)(question).render(question);
}

/** The field of x for a column: of its name, unless that is a word of the prompts. */
export function fieldOf(column: string): string {
  const { success } = taskSchema.safeParse({ name: "task", ...exampleAnswers, fields: [column] });
  return success ? column : `x_${column.replaceAll(/[{}=,\p{Cc}]/gu, "").trim()}`;
}
