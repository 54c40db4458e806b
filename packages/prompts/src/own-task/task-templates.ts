import type { FindTemplate } from "@promptnce/core";
import { finderAmong, type Mode, modes } from "../catalogue/find-template.ts";
import { promptReader } from "../catalogue/read-prompt.ts";
import { letters } from "../slots/candidate-keys.ts";
import { letteredBlocks } from "../slots/lettered-blocks.ts";
import { quote } from "../slots/quote.ts";
import { listedOptions } from "../slots/slots.ts";
import { structuredTemplate } from "../structured/structured-template.ts";
import { likelihoodTemplate } from "../template/likelihood-template.ts";
import { taskWordings } from "../template/task-wordings.ts";
import { type PromptTemplate, templateIdOf, templateOf } from "../template/template.ts";
import { tokensTemplatesOf } from "../tokens/tokens-templates.ts";
import type { Task } from "./task.ts";
import { taskTexts } from "./task-texts.ts";

/**
 * The templates of all methods for a task of one's own: `NAME/pmi`, `NAME/conditional`, `NAME/closed`, `NAME/open`,
 * `NAME/marginal`, `NAME/grounded` and `NAME/likelihood`. There are none for other ways of asking for a conditional.
 * @param mode in `structured` every template but that of the likelihood has a schema; in `tokens` there is none of PMI
 */
export function taskTemplates(task: Task, mode: Mode = "faithful"): readonly PromptTemplate[] {
  const texts = taskTexts(task);
  if (mode === "tokens") return [...tokensTemplatesOf(texts), likelihoodTemplate(texts)];
  const options = task.long ? letteredBlocks(task.label) : listedOptions;
  const wordings = taskWordings(texts, { closed: options, open: options, ...(task.long && { keys: letters }) });
  return [...wordings.map(mode === "faithful" ? templateOf : structuredTemplate), likelihoodTemplate(texts)];
}

/** The template of a task of one's own for a question, as `findTemplateIn` gives those of the paper. */
export function findTaskTemplate(task: Task, mode: Mode = "faithful"): FindTemplate {
  const all = taskTemplates(task, mode);
  const known = all.map(({ id }) => id).join(", ");
  return finderAmong(all, (question) => {
    throw new RangeError(`The task ${task.name} has no template ${quote(templateIdOf(question))}: it has ${known}.`);
  });
}

/** Reads the prompts of a task back, in whichever mode, as `readPrompt` reads those of the paper. */
export function taskPromptReader(task: Task): ReturnType<typeof promptReader> {
  return promptReader(modes.flatMap((mode) => taskTemplates(task, mode)));
}
