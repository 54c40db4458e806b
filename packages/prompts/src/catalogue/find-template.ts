import type { FindTemplate, Question } from "@promptnce/core";
import { quote } from "../slots/quote.ts";
import { type PromptTemplate, templateId, templateIdOf } from "../template/template.ts";
import {
  decisionsTemplates,
  structuredTemplates,
  templates,
  tokensTemplates,
} from "./templates.ts";

/** The ways in which all questions of a run can be asked, the default first. */
export const modes = ["faithful", "structured", "tokens", "decisions"] as const;

/**
 * `faithful` asks with the paper's prompts and reads any JSON in the reply; `structured` constrains
 * the reply to a JSON Schema; `tokens` reads the distribution over its first token; `decisions` asks
 * a decision model for the probability of each option. Answers of two modes are never mixed in one
 * table.
 */
export type WordingMode = (typeof modes)[number];

/**
 * A finder among these templates by question, whatever their mode; if several fit, the first is
 * found.
 */
export function finderAmong(
  list: readonly PromptTemplate[],
  otherwise: FindTemplate,
): FindTemplate {
  // Not by the templates' ids, which contain the mode as well.
  const byId = new Map(list.toReversed().map((one) => [templateId(one), one]));
  return (question) => byId.get(templateIdOf(question)) ?? otherwise(question);
}

/**
 * The template for a question's task, kind and intervention. Throws if there is none.
 *
 * @example
 * const question = { kind: "marginal", task: "words", sample: 0, y: "PUSH" };
 * findTemplate(question).id; // → "words/marginal"
 */
export const findTemplate: FindTemplate = finderAmong(templates, missing);

const likelihoods = templates.filter(({ kind }) => kind === "likelihood");
const finders = {
  faithful: findTemplate,
  structured: finderAmong([...structuredTemplates, ...likelihoods], missing),
  tokens: finderAmong([...tokensTemplates, ...likelihoods], unworded("that is read from tokens")),
  decisions: finderAmong([...decisionsTemplates, ...likelihoods], unworded("for decision models")),
};

function unworded(which: string): FindTemplate {
  return (question) => {
    const id = quote(templateIdOf(question));
    throw new RangeError(`There is no wording of ${id} ${which}: ask for it in another mode.`);
  };
}

/**
 * {@link findTemplate} among the wordings of a mode. The template of a likelihood, which has no
 * reply, is the same in all modes.
 *
 * @example
 * const question = { kind: "marginal", task: "words", sample: 0, y: "PUSH" };
 * findTemplateIn("structured")(question).id; // → "words/marginal.structured"
 */
export function findTemplateIn(mode: WordingMode): FindTemplate {
  return finders[mode];
}

function missing(question: Question): never {
  const tasks = new Set(templates.map((template) => template.task));
  const siblings = templates
    .filter(({ task }) => task === question.task)
    .map((sibling) => sibling.id);
  const known = `the known tasks are ${Array.from(tasks).join(", ")}.`;
  const there = siblings.length === 0 ? known : `the task has ${siblings.join(", ")}.`;
  throw new RangeError(`There is no template ${quote(templateIdOf(question))}: ${there}`);
}
