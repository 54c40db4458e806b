import {
  type Mode,
  type PromptTemplate,
  structuredTemplates,
  summaryPrompt,
  type Task,
  taskTemplates,
  templates,
} from "@promptnce/prompts";
import type { StoreEntry } from "@promptnce/providers";

/** The wording of a prompt that none of this version's templates makes: another's, or the user's own. */
const OTHER_WORDING = "other wording";

/** A scored text behind nothing, which tells no task. */
const EMPTY = "likelihood of an empty prompt";

/** Names the template that made a stored prompt. */
export interface TemplateOf {
  (entry: Pick<StoreEntry, "prompt" | "schema" | "continuation">): string;
  /** All that it can say. */
  readonly names: readonly string[];
}

/**
 * `id@version` of the template that made a stored prompt, told by the prompt's text: a journal keeps
 * what was sent and not what it was made from. {@link OTHER_WORDING} where neither the paper's
 * templates nor those of `tasks` did; a scored text behind an empty prompt tells no task.
 */
export function templateNamer(tasks: readonly Task[] = []): TemplateOf {
  const ofTasks = (mode: Mode): PromptTemplate[] => tasks.flatMap((task) => taskTemplates(task, mode));
  const answered = ({ kind }: PromptTemplate): boolean => kind !== "likelihood";
  const all = [...templates, ...ofTasks("faithful")];
  const [faithful, scored] = [all.filter(answered), all.filter((template) => !answered(template))];
  const structured = [...structuredTemplates, ...ofTasks("structured")].filter(answered);
  const summary = fullName(summaryPrompt);
  const templateOf = ({ prompt, schema, continuation }: Parameters<TemplateOf>[0]): string => {
    if (continuation !== undefined) return prompt === "" ? EMPTY : named(scored, prompt);
    const found = named(schema === undefined ? faithful : structured, prompt);
    return found === OTHER_WORDING && summaryPrompt.unrender(prompt) !== undefined ? summary : found;
  };
  const names = [...scored, ...faithful, ...structured].map(fullName);
  return Object.assign(templateOf, { names: [...new Set(names), summary, EMPTY, OTHER_WORDING] });
}

function fullName({ id, version }: Pick<PromptTemplate, "id" | "version">): string {
  return `${id}@${version}`;
}

function named(list: readonly PromptTemplate[], prompt: string): string {
  const made = list.find((template) => template.unrender(prompt) !== undefined);
  return made === undefined ? OTHER_WORDING : fullName(made);
}
