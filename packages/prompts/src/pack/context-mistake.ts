import type { Dataset } from "@promptnce/core";
import { builtInTasks, type Task } from "../own-task/task.ts";

/**
 * What is wrong with the context of a dataset, as a clause: its task shows a different context with
 * a base rate, or none. `undefined` if nothing is wrong, and for a task that is neither the paper's
 * nor one of `tasks`.
 *
 * @example
 * import { datasetOfCounts } from "@promptnce/datasets";
 * const pairs = ["WATER", "SALT"].map((y) => ({ x: { list: "A", cue: "SEA" }, y, count: 3 }));
 * const dataset = datasetOfCounts({ name: "ours", task: "words", given: ["list"], pairs });
 * contextMistake(dataset, []).startsWith("the pairs of ours have a context (list)"); // → true
 */
export function contextMistake(
  { name, task: taskName, observations }: Dataset,
  tasks: readonly Task[],
): string | undefined {
  const task = tasks.find((one) => one.name === taskName);
  if (task === undefined && !builtInTasks.includes(taskName)) return undefined;
  const { given = [] } = task ?? {};
  const fields = Object.keys(observations[0]?.context ?? {});
  const missing = given.filter((field) => !fields.includes(field));
  if (missing.length > 0 && observations.length > 0)
    return `the pairs of ${name} have no ${missing.join(" and ")} for their context, which the task ${taskName} shows with a base rate; make the dataset with given: ${listOf(given)}`;
  if (fields.length > 0 && given.length === 0)
    return `the pairs of ${name} have a context (${fields.join(", ")}), which the task ${taskName} shows with no base rate; take a task of your own that says given: ${listOf(fields)}`;
  return undefined;
}

function listOf(fields: readonly string[]): string {
  return `[${fields.join(", ")}]`;
}
