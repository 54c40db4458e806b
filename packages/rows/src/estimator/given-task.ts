import type { WordingMode } from "@promptnce/prompts";
import { OptionError } from "@promptnce/core/errors";
import { ownTaskSetup, type TaskSetup, taskSetup } from "../task/task-setup.ts";
import type { GivenTask } from "./estimator-options.ts";
import type { TaskPhrases } from "./task-phrases.ts";

/**
 * The setup of a task, however it is given.
 *
 * @throws OptionError for phrases that make no task or a name that is unknown, DataError for a file
 *   that is no task.
 */
export async function givenTask(task: GivenTask, mode: WordingMode): Promise<TaskSetup> {
  if (typeof task === "string") return taskSetup(task, mode);
  return "findTemplate" in task ? task : phrasesSetup(task, mode);
}

async function phrasesSetup(phrases: TaskPhrases, mode: WordingMode): Promise<TaskSetup> {
  const { taskSchema } = await import("@promptnce/prompts");
  const { data, error } = taskSchema.safeParse(phrases);
  if (error === undefined) return ownTaskSetup(data, mode);
  const { taskMistake } = await import("../task/task-mistake.ts");
  throw new OptionError("task", taskMistake(error).text);
}
