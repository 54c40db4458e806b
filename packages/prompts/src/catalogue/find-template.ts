import type { FindTemplate } from "@promptnce/core";
import type { Mode } from "../template/mode.ts";
import { quote } from "../slots/quote.ts";
import { structuredId } from "../structured/structured.ts";
import { structuredTemplates } from "../structured/structured-templates.ts";
import type { PromptTemplate } from "../template/template.ts";
import { templateIdOf } from "../template/template-id.ts";
import { templates } from "./templates.ts";

const faithful = byId(templates);
const structured = byId(structuredTemplates);

function byId(list: readonly PromptTemplate[]): ReadonlyMap<string, PromptTemplate> {
  return new Map(list.map((template) => [template.id, template]));
}

/** The template for a question's task, kind and intervention. Throws where there is none. */
export const findTemplate: FindTemplate = (question) => {
  const id = templateIdOf(question);
  return faithful.get(id) ?? missing(id, question.task);
};

/**
 * {@link findTemplate} among the wordings of a mode. A likelihood is scored and not replied to, so
 * that there is nothing to hold to a schema: its template is the same in both.
 */
export function findTemplateIn(mode: Mode): FindTemplate {
  if (mode === "faithful") return findTemplate;
  return (question) => {
    if (question.kind === "likelihood") return findTemplate(question);
    const id = templateIdOf(question);
    return structured.get(structuredId(id)) ?? missing(id, question.task);
  };
}

function missing(id: string, task: string): never {
  const tasks = Array.from(new Set(templates.map((template) => template.task)));
  const siblings = templates.filter((template) => template.task === task);
  throw new Error(
    `There is no template ${quote(id)}: ` +
      (siblings.length === 0
        ? `the known tasks are ${tasks.join(", ")}.`
        : `the task has ${siblings.map((sibling) => sibling.id).join(", ")}.`),
  );
}
