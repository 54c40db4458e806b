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
 * The schema of the reply to a question: its keys in the order of the prompt, all required, and no other. Numbers have
 * no bounds, so that what a model says out of them is seen when the reply is read.
 *
 * @param bounded Whether notes have a greatest length, which strict modes of vendors refuse.
 */
export function replySchema(
  question: QuestionOf<AskedKind>,
  { keys, other, intervention }: ReplyShape,
  bounded: boolean,
): JsonSchema {
  if (question.kind === "closed" || question.kind === "open") {
    const names = keys(question.candidates);
    const all = question.kind === "open" ? [...names, other(names)] : names;
    return objectSchema(Object.fromEntries(all.map((name) => [name, { type: "number" }])));
  }
  const all = replyKeys(question.kind, intervention);
  const number = all.indexOf(replyKey[question.kind]);
  const field = (place: number): object => {
    if (place === number) return { type: "number" };
    return { type: "string", ...(bounded && { maxLength: place > number ? SHORT : LONG }) };
  };
  return objectSchema(Object.fromEntries(all.map((key, place) => [key, field(place)])));
}

/** The schema of an object with these keys in this order, all required if not told otherwise, and no other. */
export function objectSchema(properties: object, required: readonly string[] = Object.keys(properties)): JsonSchema {
  return { type: "object", properties, required, additionalProperties: false };
}
