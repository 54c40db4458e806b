import {
  type FindTemplate,
  type Question,
  readerOf,
  type Reading,
  type Reply,
  requestOf,
} from "@promptnce/core";
import type { Inquiry } from "../attempt/executor.ts";

/** A wanted request, with the expected length of its reply. */
export interface PlannedInquiry extends Inquiry {
  /** In tokens; 0 for a text that is only scored. */
  readonly expectedOutputTokens: number;
}

/** A planned question of an estimator. */
export interface PlannedQuestion extends PlannedInquiry {
  readonly question: Question;
  readonly read: (reply: Reply) => Reading;
}

/**
 * The request for a question, as a forecast counts it and every way of asking sends it.
 *
 * @example
 * import { findTemplate } from "@promptnce/prompts";
 * const question = { kind: "marginal", task: "words", sample: 0, y: "PUSH" };
 * const { read } = planned(question, findTemplate);
 * read({ text: '{"p_base": 0.02}', stop: "end" }).answer; // → 0.02
 */
export function planned(question: Question, findTemplate: FindTemplate): PlannedQuestion {
  const template = findTemplate(question);
  const request = requestOf(template, question);
  const expectedOutputTokens = request.options ? 1 : expectedTokens(question);
  return { request, expectedOutputTokens, question, read: readerOf(template, question) };
}

/**
 * The requests for questions; each iteration renders them anew, one at a time.
 *
 * @example
 * import { findTemplate } from "@promptnce/prompts";
 * const questions = [{ kind: "marginal", task: "words", sample: 0, y: "PUSH" }];
 * const [{ request }] = allPlanned(questions, findTemplate);
 * request.prompt.includes("TARGET: PUSH"); // → true
 */
export function allPlanned(
  questions: Iterable<Question>,
  findTemplate: FindTemplate,
): Iterable<PlannedQuestion> {
  return {
    *[Symbol.iterator]() {
      for (const question of questions) {
        yield planned(question, findTemplate);
      }
    },
  };
}

/**
 * The expected tokens of a reply: a JSON object with a line for each candidate, or a number with a
 * note.
 */
function expectedTokens(question: Question): number {
  if (question.kind === "likelihood") return 0;
  return "candidates" in question ? 15 + 10 * question.candidates.length : 40;
}
