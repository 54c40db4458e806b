import { NOT_AVAILABLE } from "@promptnce/core";
import type { Continuation, Input, QuestionOf } from "@promptnce/core";
import { fill, segments, unfill } from "../slots/body.ts";
import { field } from "../slots/field.ts";
import { readLikelihood } from "../reading/read-likelihood.ts";
import type { PromptTemplate } from "./template.ts";

/** The parts of a scored dialogue that are not in its body. */
export interface ScoringTexts {
  /** The system turn of a chat; the first paragraph of a plain text. */
  readonly system: string;
  /** The user's turn where the null context is a premise: what y is about, and no x. */
  readonly premise: string;
  /** The one character between a plain prompt and y, scored with y. */
  readonly lead: " " | "\n";
}

interface LikelihoodDefinition extends ScoringTexts {
  readonly task: string;
  readonly version: number;
  /** The user's turn, with a slot for each field of x. */
  readonly body: string;
}

/** What stands between a plain prompt and its continuation. */
const PLAIN_END = "\n\nANSWER:";

/**
 * A wording of the kind `likelihood`, for GEM: the user's turn shows x, and y is the whole of the
 * assistant's turn, which is scored. In the plain template the same texts follow each other.
 *
 * A null context takes x's place: "Not available" in every field, a premise, or nothing at all, not
 * even the system turn.
 */
export function likelihoodTemplate(definition: LikelihoodDefinition): PromptTemplate {
  const { task, version, body, system, premise, lead } = definition;
  const id = `${task}/likelihood`;
  const fields = segments(body).flatMap((part) => ("slot" in part ? [part.slot] : []));
  const nothing = Object.fromEntries(fields.map((name) => [name, NOT_AVAILABLE]));
  const turn = (x: Input): string => fill(body, (name) => field(x, name));
  const plain = (text: string): string => `${system}\n\n${text}${PLAIN_END}`;

  const own = (question: { readonly kind: string; readonly task: string }): Scored => {
    if (question.kind === "likelihood" && question.task === task) return question as Scored;
    throw new Error(
      `The template ${id} cannot take a question of ${question.task}/${question.kind}: use findTemplate.`,
    );
  };
  const context = (x: Scored["x"]): string => {
    if (typeof x !== "string") return turn(x);
    return x === "premise" ? premise : turn(nothing);
  };

  return {
    id,
    version,
    task,
    kind: "likelihood",
    body,
    slots: Object.fromEntries(fields.map((name) => [name, `x.${name}, or "${NOT_AVAILABLE}"`])),
    scoring: { system, premise, lead },
    render: (question) => {
      const { x, scoring } = own(question);
      if (x === "empty") return "";
      return scoring.template === "chat" ? context(x) : plain(context(x));
    },
    continuation: (question): Continuation => {
      const { x, y, scoring } = own(question);
      if (scoring.template === "plain") return { ...scoring, text: `${lead}${y}` };
      return { ...scoring, text: y, ...(x !== "empty" && { system }) };
    },
    parse: (question, reply) => readLikelihood(own(question).y, reply),
    unrender: (prompt) => {
      if (prompt === premise || prompt === plain(premise)) return {};
      const texts = unfill(body, prompt) ?? unfill(plain(body), prompt);
      return texts && { x: Object.fromEntries(texts) };
    },
  };
}

type Scored = QuestionOf<"likelihood">;
