import type { FindTemplate } from "@promptnce/core";
import { quote } from "../slots/quote.ts";
import { structuredId } from "../structured/structured-template.ts";
import { type PromptTemplate, templateIdOf } from "../template/template.ts";
import { structuredTemplates, templates } from "./templates.ts";

/** The ways in which all questions of a run can be asked, the default first. */
export const modes = ["faithful", "structured"] as const;

/**
 * `faithful` asks with the paper's prompts and reads whatever JSON comes back; `structured` holds the reply to a JSON
 * Schema. Constrained decoding changes what is elicited, so that answers of the two are never mixed in one table.
 */
export type Mode = (typeof modes)[number];

/** Finds those templates by questions, whichever mode they are of. `missing` says that there is none. */
export function finderAmong(
  list: readonly PromptTemplate[],
  missing: (id: string, task: string) => string,
): FindTemplate {
  const byId = new Map(list.map((template) => [template.id, template]));
  return (question) => {
    const id = templateIdOf(question);
    const found = byId.get(id) ?? byId.get(structuredId(id));
    if (found === undefined) throw new Error(missing(id, question.task));
    return found;
  };
}

/** The template for a question's task, kind and intervention. Throws where there is none. */
export const findTemplate: FindTemplate = finderAmong(templates, missing);

const likelihoods = templates.filter(({ kind }) => kind === "likelihood");
const findStructured = finderAmong([...structuredTemplates, ...likelihoods], missing);

/**
 * {@link findTemplate} among the wordings of a mode. A likelihood is scored and not replied to, so that there is
 * nothing to hold to a schema: its template is the same in both.
 */
export function findTemplateIn(mode: Mode): FindTemplate {
  return mode === "faithful" ? findTemplate : findStructured;
}

function missing(id: string, task: string): string {
  const tasks = new Set(templates.map((template) => template.task));
  const siblings = templates.filter((template) => template.task === task).map((sibling) => sibling.id);
  const known = `the known tasks are ${Array.from(tasks).join(", ")}.`;
  return `There is no template ${quote(id)}: ${siblings.length === 0 ? known : `the task has ${siblings.join(", ")}.`}`;
}
