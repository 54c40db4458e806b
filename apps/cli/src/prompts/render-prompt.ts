import { type Question, requestOf } from "@promptnce/core";
import { modes, structuredTemplates, taskTemplates, templates, tokensTemplates } from "@promptnce/prompts";
import type { PromptTemplate } from "@promptnce/prompts";
import { UsageError } from "@promptnce/providers/choose";
import { readTask } from "@promptnce/rows";
import { type PartOptions, questionParts } from "./question-parts.ts";

/**
 * A whole prompt as a run would send it, and by which template, as `id@version`.
 *
 * @throws UsageError where there is no such template or a part of the question is missing or wrong.
 */
export async function renderPrompt(id: string, options: PartOptions & { readonly task?: string }) {
  const template = templateNamed(id, options.task);
  const { task, kind, intervention } = template;
  const parts = await questionParts(kind, options);
  // A way of asking that shows nothing of other pairs is named by the template's id.
  const way =
    intervention !== undefined && parts["intervention"] === undefined ? { intervention: { name: intervention } } : {};
  checkShown(template, parts["intervention"]);
  const question = { ...parts, ...way, task, kind, sample: 0 } as unknown as Question;
  try {
    const { sample: _, template: __, ...request } = requestOf(template, question);
    return { template: `${template.id}@${template.version}`, ...request };
  } catch (error) {
    // What a template does not take it says in a sentence: a field that is missing, a label twice.
    throw new UsageError((error as Error).message);
  }
}

function templateNamed(name: string, file: string | undefined): PromptTemplate {
  const known = file === undefined ? [...templates, ...structuredTemplates, ...tokensTemplates] : ofTask(file);
  const found = known.find(({ id, version }) => id === name || `${id}@${version}` === name);
  if (found !== undefined) return found;
  const others =
    file === undefined
      ? '; "promptnce prompts list" names them, and words/open.structured is words/open in structured mode, words/open.tokens the one that is read from tokens'
      : ` in ${file}; there are ${known.map(({ id }) => id).join(", ")}`;
  throw new UsageError(`there is no prompt ${JSON.stringify(name)}${others}`);
}

function ofTask(file: string): readonly PromptTemplate[] {
  const task = readTask(file);
  const all = modes.flatMap((mode) => taskTemplates(task, mode));
  return [...new Map(all.map((template) => [template.id, template])).values()];
}

/** What two interventions show of other pairs, which the name alone does not give. */
const shown = new Map<string, string>([
  ["few-shot", '{"name":"few-shot","examples":[{"x":{"cue":"A"},"y":"B","conditional":0.2}]}'],
  ["distribution-aware", '{"name":"distribution-aware","quantiles":[0,0.1,0.2,0.3,0.9]}'],
]);

function checkShown({ id, intervention }: PromptTemplate, given: unknown): void {
  const example = intervention && shown.get(intervention);
  if (given !== undefined || example === undefined) return;
  throw new UsageError(
    `${id} needs an intervention: give it in the JSON of --question, as {"intervention":${example}}`,
  );
}
