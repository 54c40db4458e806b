import { type Input, type Label, type Method, queriesOf, type Query, questionOf } from "@promptnce/core";
import { UsageError } from "@promptnce/providers/choose";
import type { TaskSetup } from "../task/task-setup.ts";

/** What a method asks about a label that is its own candidate set, which tells what it asks of any. */
export function specimenQueries({ estimator }: Method, y: Label = "y", x: Input = {}): Query[] {
  return queriesOf(estimator, { id: "", x, y, candidates: [y] });
}

/** Whether a method shows a model candidate sets, of which K is the size. */
export function showsCandidateSets(method: Method): boolean {
  return specimenQueries(method).some(isOfSet);
}

function isOfSet({ kind }: Query): boolean {
  return kind === "open" || kind === "closed";
}

/**
 * Makes sure, before anything is asked, that every label can stand in the candidate lists of the task's prompts: the
 * paper's part them by commas.
 *
 * @throws UsageError naming the first that cannot, and what to do.
 */
export function checkLabels(labels: readonly Label[], methods: readonly Method[], task: TaskSetup): void {
  const x = Object.fromEntries(task.fields.map((field) => [field, "x"]));
  for (const label of labels) {
    for (const query of methods.flatMap((method) => specimenQueries(method, label, x)).filter(isOfSet)) {
      const question = questionOf(query, task.name);
      try {
        task.findTemplate(question).render(question);
      } catch {
        const remedy =
          task.definition === undefined
            ? "say --structured, or take a task of your own, which lists labels one a line (promptnce task init)"
            : "say long: true in the task, which shows each label as a block of its own";
        throw new UsageError(
          `--task: the label ${JSON.stringify(label)} holds what parts the labels of a list in the prompts of ${task.name}; ${remedy}`,
        );
      }
    }
  }
}
