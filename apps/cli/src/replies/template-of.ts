import { structuredTemplates, summaryPrompt, taskTemplates, templates } from "@promptnce/prompts";
import type { PromptTemplate, Task } from "@promptnce/prompts";
import type { StoreEntry } from "@promptnce/providers";

/** The wording of a prompt that none of this version's templates makes: another's, or the user's own. */
const OTHER_WORDING = "other wording";

/** Names the template that made a stored prompt. */
export type TemplateOf = (entry: Pick<StoreEntry, "prompt" | "schema" | "continuation">) => string;

/**
 * `id@version` of the template that made a stored prompt, told by the prompt's text: a journal keeps
 * what was sent and not what it was made from. {@link OTHER_WORDING} where neither the paper's
 * templates nor those of `tasks` did; a scored text behind an empty prompt tells no task.
 */
export function templateNamer(tasks: readonly Task[] = []): TemplateOf {
  const own = tasks.flatMap((task) => taskTemplates(task));
  const ownStructured = tasks.flatMap((task) => taskTemplates(task, "structured"));
  const scored = asked([...templates, ...own], true);
  const faithful = asked([...templates, ...own], false);
  const structured = asked([...structuredTemplates, ...ownStructured], false);
  return ({ prompt, schema, continuation }) => {
    if (continuation !== undefined) {
      return prompt === "" ? "likelihood of an empty prompt" : named(scored, prompt);
    }
    const found = named(schema === undefined ? faithful : structured, prompt);
    if (found !== OTHER_WORDING || summaryPrompt.unrender(prompt) === undefined) return found;
    return `${summaryPrompt.id}@${summaryPrompt.version}`;
  };
}

/** Of the templates those that are answered, or those whose answer is scored. */
function asked(all: readonly PromptTemplate[], scored: boolean): readonly PromptTemplate[] {
  return all.filter(({ kind }) => (kind === "likelihood") === scored);
}

function named(list: readonly PromptTemplate[], prompt: string): string {
  const made = list.find((template) => template.unrender(prompt) !== undefined);
  return made === undefined ? OTHER_WORDING : `${made.id}@${made.version}`;
}
