import type { Input, Label } from "@promptnce/core";
import type { SpokenQuestion } from "./question.ts";

/** The numbers that somebody gives for what can be asked. */
export interface Numbers {
  conditional(x: Input, y: Label): number;
  marginal(y: Label, kind: "marginal" | "grounded"): number;
  pmi(x: Input, y: Label): number;
  /** The masses of a closed set of candidates. */
  closed(x: Input, candidates: readonly Label[]): readonly number[];
  /** The masses of an open set, that of all other labels behind them. */
  open(x: Input, candidates: readonly Label[]): readonly number[];
  /** The natural log-probability of y as a text; without x in a null context. */
  logProbability(x: Input | undefined, y: Label): number;
}

/** The members of a reply's JSON object, in order: one number, or a mass for every candidate. */
export type ReplyMembers = readonly (readonly [key: string, value: number])[];

/** What a question is answered with. */
export function replyMembers(question: SpokenQuestion, numbers: Numbers): ReplyMembers {
  switch (question.kind) {
    case "conditional":
      return [[question.replyKey, numbers.conditional(question.x, question.y)]];
    case "marginal":
    case "grounded":
      return [[question.replyKey, numbers.marginal(question.y, question.kind)]];
    case "pmi":
      return [[question.replyKey, numbers.pmi(question.x, question.y)]];
    case "closed":
      return paired(question.keys, numbers.closed(question.x, question.candidates));
    case "open":
      return paired([...question.keys, question.otherKey], numbers.open(question.x, question.candidates));
  }
}

function paired(keys: readonly string[], masses: readonly number[]): ReplyMembers {
  return keys.map((key, i) => [key, masses[i] as number]);
}

/**
 * The members as JSON text. Never through an object: `__proto__` is a possible label.
 *
 * @param number How a number is written.
 */
export function replyJson(
  members: ReplyMembers,
  extra = "",
  number: (value: number) => string = JSON.stringify,
): string {
  const written = members.map(([key, value]) => `${JSON.stringify(key)}: ${number(value)}`);
  return `{${written.join(", ")}${extra}}`;
}
