import type { Context, FindTemplate, Input, Kind, Question } from "@promptnce/core";
import { NOT_AVAILABLE } from "@promptnce/core/methods";
import { readLikelihood } from "../reading/read-scores.ts";
import { fill, slotNames, unfill } from "../slots/body.ts";
import type { InterventionName } from "../slots/intervention-slots.ts";
import { field } from "../slots/slots.ts";
import { ownQuestion, type PromptTemplate, type ScoringTexts } from "./template.ts";

/** The texts that precede y when GEM scores it. */
export interface LikelihoodTexts {
  readonly task: string;
  /** The versions other than 1, of kinds or ways of asking whose text has been changed since. */
  readonly versions?: { readonly [K in Kind | "tokens" | "decisions" | InterventionName]?: number };
  /** The text that shows x, with a slot for each field: the user's turn. */
  readonly shown: string;
  /** Its part that shows the context alone; absent for a task with one context for all. */
  readonly shownContext?: string | undefined;
  readonly likelihood: ScoringTexts;
}

/** The text between a plain prompt and its continuation. */
const PLAIN_END = "\n\nANSWER:";

/**
 * A wording of the kind `likelihood`, for GEM: the user's turn shows x, and y is the whole of the
 * assistant's turn, which is scored. In the plain template, the same texts follow each other. A
 * null context takes the place of x: "Not available" in every field, a premise, or nothing at all,
 * not even the system turn. Within a context, it takes the place of the other fields alone; a
 * premise, or nothing, follows the text that shows the context.
 *
 * @example
 * const template = likelihoodTemplate({
 *   task: "films",
 *   shown: "FILM: {{film}}",
 *   likelihood: { system: "Name the genre.", premise: "Any film.", lead: " " },
 * });
 * const scoring = { template: "plain", span: "content" };
 * const x = { film: "Jaws" };
 * template.render({ kind: "likelihood", task: "films", sample: 0, scoring, x, y: "thriller" });
 * // → "Name the genre.\n\nFILM: Jaws\n\nANSWER:"
 */
export function likelihoodTemplate(texts: LikelihoodTexts): PromptTemplate {
  const { task, versions, shown: body, shownContext = "", likelihood } = texts;
  const { system, premise, lead } = likelihood;
  const id = `${task}/likelihood`;
  const fields = slotNames(body);
  const plain = (text: string): string => `${system}\n\n${text}${PLAIN_END}`;
  const own = (question: Question) => ownQuestion(id, "likelihood", question);
  const given = slotNames(shownContext);
  const shownIn = (context: Context): string =>
    fill(shownContext, (name) => field(context, name, "the context"));
  const turn = (x: Input | "not-available" | "premise", context: Context | undefined): string => {
    const alone = given.length > 0 && context !== undefined;
    if (x === "premise") return alone ? `${shownIn(context)}\n\n${premise}` : premise;
    if (x !== "not-available") return fill(body, (name) => field(x, name));
    return fill(body, (name) =>
      alone && given.includes(name) ? field(context, name, "the context") : NOT_AVAILABLE,
    );
  };

  return {
    id,
    version: versions?.likelihood ?? 1,
    task,
    kind: "likelihood",
    body,
    slots: Object.fromEntries(fields.map((name) => [name, `x.${name}, or "${NOT_AVAILABLE}"`])),
    scoring: likelihood,
    render: (question) => {
      const { x, scoring, context } = own(question);
      if (x === "empty") return given.length > 0 && context ? shownIn(context) : "";
      return scoring.template === "chat" ? turn(x, context) : plain(turn(x, context));
    },
    continuation: (question) => {
      const { x, y, scoring } = own(question);
      if (scoring.template === "plain") return { ...scoring, text: `${lead}${y}` };
      return { ...scoring, text: y, ...(x !== "empty" && { system }) };
    },
    parse: (question, reply) => readLikelihood(own(question).y, reply),
    unrender: (prompt) => {
      if (prompt === premise || prompt === plain(premise)) return {};
      const texts = unfill(body, prompt) ?? unfill(plain(body), prompt);
      if (texts === undefined) return undefined;
      const isNull = fields.every(
        (name) => given.includes(name) || texts.get(name) === NOT_AVAILABLE,
      );
      const named = given.map((name) => [name, texts.get(name) ?? ""] as const);
      return given.length > 0 && isNull
        ? { context: Object.fromEntries(named) }
        : { x: Object.fromEntries(texts) };
    },
  };
}

/**
 * The same wordings for a model without a chat template: an answer in a chat is scored as the end
 * of a plain text.
 *
 * @example
 * import { findTemplate } from "@promptnce/prompts";
 * const scoring = { template: "chat", span: "content" };
 * const x = { cue: "SEA" };
 * const question = { kind: "likelihood", task: "words", sample: 0, scoring, x, y: "WATER" };
 * scoredPlain(findTemplate)(question).render(question).endsWith("CUE: SEA\n\nANSWER:"); // → true
 */
export function scoredPlain(find: FindTemplate): FindTemplate {
  return (asked) => {
    const template = find(asked);
    if (asked.kind !== "likelihood" || template.continuation === undefined) return template;
    return {
      ...template,
      render: (question) => template.render(plain(question)),
      continuation: (question) => template.continuation!(plain(question)),
    };
  };
}

function plain<Q extends Question>(question: Q): Q {
  return question.kind === "likelihood"
    ? { ...question, scoring: { template: "plain", span: "content" } }
    : question;
}
