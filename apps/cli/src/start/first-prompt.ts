import type { Trial } from "@promptnce/core";
import { findTaskTemplate, taskSchema, type Task } from "@promptnce/prompts";
import { exampleAnswers } from "../task/task-yaml.ts";

/** A field of the task, and the column that holds it. */
export interface FieldColumn {
  readonly field: string;
  readonly column: string;
}

/** What PromptNCE asks about a pair, with its candidate set. */
export function firstPrompt(task: Task, { x, candidates }: Trial): string {
  const question = { kind: "open", task: task.name, x, candidates, sample: 0 } as const;
  return findTaskTemplate(task)(question).render(question);
}

/** The field of x for a column: of its name, unless that is a word of the prompts. */
export function fieldOf(column: string): string {
  const { success } = taskSchema.safeParse({ name: "task", ...exampleAnswers, fields: [column] });
  return success ? column : `x_${column.replaceAll(/[{}=,\p{Cc}]/gu, "").trim()}`;
}
