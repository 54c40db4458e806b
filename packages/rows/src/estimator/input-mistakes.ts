import type { Input, Label } from "@promptnce/core";
import { OptionError } from "@promptnce/core/errors";
import type { TaskData } from "../task/task-setup.ts";

/** So many labels are named in a sentence. */
const NAMED = 8;

/**
 * The labels that a question about one x chooses its candidates from.
 *
 * @throws OptionError where there are fewer than two.
 */
export function labelsOf(task: TaskData, listed: readonly Label[] | undefined): readonly Label[] {
  const labels = listed ?? task.labels?.all ?? [];
  if (new Set(labels).size >= 2) return labels;
  throw new OptionError(
    "labels",
    `candidates are drawn from all labels, and the task ${task.name} lists none; list two or more`,
  );
}

/** @throws OptionError unless the texts are those of the task's fields. */
export function checkFields(x: Input, { name, fields }: TaskData): void {
  const missing = fields.find((field) => typeof x[field] !== "string");
  if (missing === undefined) return;
  throw new OptionError(
    "x",
    `it has no text for ${missing}; the task ${name} shows ${fields.join(", ")}`,
  );
}

/** @throws OptionError unless y is one of the labels. */
export function checkLabel(y: Label, labels: readonly Label[]): void {
  if (labels.includes(y)) return;
  const more = labels.length > NAMED ? ` or another of the ${labels.length}` : "";
  throw new OptionError(
    "y",
    `${JSON.stringify(y)} is not among the labels; give ${labels.slice(0, NAMED).join(", ")}${more}`,
  );
}
