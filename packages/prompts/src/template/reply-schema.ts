import type { JsonSchema, QuestionOf } from "@promptnce/core";
import type { SetReading } from "../reading/read-answer.ts";
import { type AskedKind, hasOther, replyKeys } from "../reading/reply-key.ts";
import { otherKey, ownLabels } from "../slots/candidates.ts";
import type { InterventionName } from "../slots/intervention-slots.ts";

/**
 * The maximum lengths, in characters, of notes after a number, which the prompts want short, and of
 * notes before one.
 */
const [SHORT, LONG] = [200, 1000];

/**
 * The schema of the reply to a question, with its keys in the order of the prompt. If it is
 * `bounded`, which not every vendor's strict mode allows, probabilities are limited to 0 to 1, and
 * notes to a maximum length.
 */
export function replySchema(
  question: QuestionOf<AskedKind>,
  wording: Partial<SetReading> & { readonly intervention?: InterventionName },
  bounded: boolean,
): JsonSchema {
  const { keys = ownLabels, other = otherKey, intervention } = wording;
  const probability = { type: "number", ...(bounded && { minimum: 0, maximum: 1 }) };
  if ("candidates" in question) {
    const names = keys(question.candidates);
    const all = hasOther(question.kind) ? [...names, other(names)] : names;
    return objectSchema(membersOf(all, () => probability));
  }
  const all = replyKeys(question.kind, intervention);
  const notes = {
    type: "string",
    ...(bounded && { maxLength: all[0] === "notes" ? LONG : SHORT }),
  };
  const number = question.kind === "pmi" ? { type: "number" } : probability;
  return objectSchema(membersOf(all, (key) => (key === "notes" ? notes : number)));
}

/**
 * An object with a value for each name. It has no prototype: V8 makes a hidden class for any other
 * object with new names, as nearly every question has, which takes ten times as long.
 */
function membersOf(names: readonly string[], valueOf: (name: string) => object): object {
  const members: Record<string, object> = Object.create(null) as Record<string, object>;
  for (const name of names) {
    members[name] = valueOf(name);
  }
  return members;
}

/**
 * The schema of an object with exactly these keys in this order, all of them required by default.
 */
export function objectSchema(
  properties: object,
  required: readonly string[] = Object.keys(properties),
): JsonSchema {
  return { type: "object", properties, required, additionalProperties: false };
}
