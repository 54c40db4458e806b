import type { JsonSchema, QuestionOf } from "@promptnce/core";
import { type AskedKind, replyKey, replyKeys } from "../reading/reply-key.ts";
import type { SetReading } from "../reading/read-answer.ts";
import type { InterventionName } from "../slots/intervention-slots.ts";

/** The most characters of notes behind a number, which the prompts want short, and of those that lead to it. */
const [SHORT, LONG] = [200, 1000];

/** What of a wording says which keys a reply has. */
interface ReplyShape extends Pick<SetReading, "keys" | "other"> {
  readonly intervention?: InterventionName | undefined;
}

/**
 * The schema of the reply to a question: its keys in the order of the prompt, all required, and no other.
 *
 * @param bounded Whether probabilities are from 0 to 1 and notes have a greatest length; not every vendor's strict mode
 *   takes that.
 */
export function replySchema(
  question: QuestionOf<AskedKind>,
  { keys, other, intervention }: ReplyShape,
  bounded: boolean,
): JsonSchema {
  const probability = { type: "number", ...(bounded && { minimum: 0, maximum: 1 }) };
  if (question.kind === "closed" || question.kind === "open") {
    const names = keys(question.candidates);
    const all = question.kind === "open" ? [...names, other(names)] : names;
    return objectSchema(Object.fromEntries(all.map((name) => [name, probability])));
  }
  const all = replyKeys(question.kind, intervention);
  const number = all.indexOf(replyKey[question.kind]);
  const field = (place: number): object => {
    if (place === number) return question.kind === "pmi" ? { type: "number" } : probability;
    return { type: "string", ...(bounded && { maxLength: place > number ? SHORT : LONG }) };
  };
  return objectSchema(Object.fromEntries(all.map((key, place) => [key, field(place)])));
}

/** The schema of an object with these keys in this order, all required if not told otherwise, and no other. */
export function objectSchema(properties: object, required: readonly string[] = Object.keys(properties)): JsonSchema {
  return { type: "object", properties, required, additionalProperties: false };
}
