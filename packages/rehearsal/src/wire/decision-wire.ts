import type { DecisionAnswer } from "@promptnce/core";
import { at } from "@promptnce/core/json";
import type { AskedDecisions, NamedAnswer, NamedDecision } from "./asked-decisions.ts";
import { openaiError, type Wire } from "./wires.ts";

/** A wire format of decision models, from the server's side. */
export interface DecisionForm {
  /** The path below a base URL that ends with a version. */
  readonly path: string;
  /** What a body asks. @throws TypeError naming the first part that is wrong. */
  readonly asked: (body: unknown) => AskedDecisions;
  /** The body of a response. */
  readonly response: (
    asked: AskedDecisions,
    answers: readonly NamedAnswer[],
    inputTokens: number,
  ) => object;
}

/**
 * The wire of a form. The state and its questions are the prompt, by which faults are drawn and
 * requests counted.
 */
export function decisionWire({ path, asked, response }: DecisionForm): Wire {
  return {
    vendor: "openai",
    path,
    asked,
    prompt(body) {
      const { state, questions } = asked(body);
      return JSON.stringify([state, questions]);
    },
    reply: ({ id, model, decided, usage }) => {
      const { questions, answers } = decided!;
      // Gateways add an id, which marks a simulated reply here.
      return { id, ...response({ model, state: "", questions }, answers, usage.inputTokens) };
    },
    error: openaiError,
  };
}

/** The text at a place in a body. @throws TypeError naming the place. */
export function textAt(body: unknown, ...place: readonly (string | number)[]): string {
  const text = at(body, ...place);
  if (typeof text === "string") return text;
  throw new TypeError(`${place.join(".")}: must be a text`);
}

/** The text at a place in a body, or another where there is none. */
function textOr(other: string, body: unknown, ...place: readonly (string | number)[]): string {
  const text = at(body, ...place);
  return typeof text === "string" ? text : other;
}

/** The items of a list at a place in a body. @throws TypeError naming the place. */
function listAt(body: unknown, ...place: readonly (string | number)[]): readonly unknown[] {
  const list = at(body, ...place);
  if (Array.isArray(list) && list.length > 0) return list;
  throw new TypeError(`${place.join(".")}: must be a list of one item at least`);
}

/** What a wire calls the parts of a question in a list. */
export interface QuestionMembers {
  readonly name: string;
  readonly isNameOptional?: true;
  readonly instructions: string;
  /** The type of a question that is answered by yes or no. */
  readonly yesOrNo: string;
  readonly options: string;
  readonly optionId: string;
}

/**
 * What a body with an `input` and a list of questions asks. A question without a name is called by
 * its place, where names may be left out.
 *
 * @throws TypeError naming the first part that is wrong.
 */
export function askedInList(body: unknown, members: QuestionMembers): AskedDecisions {
  return {
    model: textAt(body, "model"),
    state: textAt(body, "input"),
    questions: listAt(body, "questions").map((_, i) => questionAt(body, i, members)),
  };
}

function questionAt(body: unknown, i: number, members: QuestionMembers): NamedDecision {
  const place = ["questions", i] as const;
  const name = members.isNameOptional
    ? textOr(String(i), body, ...place, members.name)
    : textAt(body, ...place, members.name);
  const instructions = textAt(body, ...place, members.instructions);
  if (textAt(body, ...place, "type") === members.yesOrNo)
    return { name, decision: { instructions } };
  const options = listAt(body, ...place, members.options).map((one, k) => {
    const id = textAt(body, ...place, members.options, k, members.optionId);
    return { id, description: textOr(id, one, "description") };
  });
  return { name, decision: { instructions, options } };
}

/** The members of a map at a place in a body. @throws TypeError naming the place. */
export function mapAt(
  body: unknown,
  ...place: readonly (string | number)[]
): readonly (readonly [string, unknown])[] {
  const map = at(body, ...place);
  const members = typeof map === "object" && map !== null ? Object.entries(map) : [];
  if (members.length > 0) return members;
  throw new TypeError(`${place.join(".")}: must be a map of one member at least`);
}

/** Probabilities as a map by the ids of their options. */
export function byId(
  options: NonNullable<DecisionAnswer["probabilities"]>,
): Readonly<Record<string, number>> {
  return Object.fromEntries(options.map(({ id, probability }) => [id, probability]));
}

/** Answers as a map by the names of their questions, without those that were refused. */
export function byName(
  answers: readonly NamedAnswer[],
  answerOf: (decided: DecisionAnswer) => object,
): Readonly<Record<string, object>> {
  return Object.fromEntries(
    answers.flatMap(({ name, decided }) =>
      decided === undefined ? [] : [[name, answerOf(decided)] as const],
    ),
  );
}

/** The id of the most probable option, the first of several. */
export function mostProbable(probabilities: NonNullable<DecisionAnswer["probabilities"]>): string {
  const most = Math.max(...probabilities.map(({ probability }) => probability));
  return probabilities.find(({ probability }) => probability === most)?.id ?? "";
}
