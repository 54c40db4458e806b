import { structuredTemplates, summaryPrompt, templates } from "@promptnce/prompts";
import type { PromptTemplate } from "@promptnce/prompts";
import type { StoreEntry } from "@promptnce/providers";

/** The wording of a prompt that none of this version's templates makes: another's, or the user's own. */
const OTHER_WORDING = "other wording";

const scored = templates.filter(({ kind }) => kind === "likelihood");
const faithful = templates.filter(({ kind }) => kind !== "likelihood");
const structured = structuredTemplates.filter(({ kind }) => kind !== "likelihood");

/**
 * `id@version` of the template that made a stored prompt, told by the prompt's text: a journal keeps
 * what was sent and not what it was made from. {@link OTHER_WORDING} where none did; a scored text
 * behind an empty prompt tells no task.
 */
export function templateOf({
  prompt,
  schema,
  continuation,
}: Pick<StoreEntry, "prompt" | "schema" | "continuation">): string {
  if (continuation !== undefined) {
    return prompt === "" ? "likelihood of an empty prompt" : named(scored, prompt);
  }
  const found = named(schema === undefined ? faithful : structured, prompt);
  if (found !== OTHER_WORDING || summaryPrompt.unrender(prompt) === undefined) return found;
  return `${summaryPrompt.id}@${summaryPrompt.version}`;
}

function named(list: readonly PromptTemplate[], prompt: string): string {
  const made = list.find((template) => template.unrender(prompt) !== undefined);
  return made === undefined ? OTHER_WORDING : `${made.id}@${made.version}`;
}
