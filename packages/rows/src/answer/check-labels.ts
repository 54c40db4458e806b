import { type Label, type Method, queriesOf, questionOf, type Trial } from "@promptnce/core";
import { UsageError } from "@promptnce/providers/choose";
import type { TaskSetup } from "../task/task-setup.ts";

/**
 * Makes sure, before anything is asked, that every label can stand in the candidate lists of the
 * task's prompts: the paper's part them by commas.
 *
 * @throws UsageError naming the first that cannot, and what to do.
 */
export function checkLabels(labels: readonly Label[], methods: readonly Method[], task: TaskSetup): void {
  const x = Object.fromEntries(task.fields.map((field) => [field, "x"]));
  for (const label of labels) {
    const trial: Trial = { id: "", x, y: label, candidates: [label] };
    for (const query of methods.flatMap(({ estimator }) => queriesOf(estimator, trial))) {
      if (query.kind !== "open" && query.kind !== "closed") continue;
      const question = questionOf(query, task.name);
      try {
        task.findTemplate(question).render(question);
      } catch {
        throw new UsageError(unlistable(label, task));
      }
    }
  }
}

function unlistable(label: Label, { name, definition }: TaskSetup): string {
  const remedy =
    definition === undefined
      ? "say --structured, or take a task of your own, which lists labels one a line (promptnce task init)"
      : "say long: true in the task, which shows each label as a block of its own";
  return `--task: the label ${JSON.stringify(label)} holds what parts the labels of a list in the prompts of ${name}; ${remedy}`;
}
