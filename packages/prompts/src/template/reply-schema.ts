import type { JsonSchema, QuestionOf } from "@promptnce/core";
import type { SetReading } from "../reading/read-answer.ts";
import { type AskedKind, hasOther, replyKeys } from "../reading/reply-key.ts";
import { otherKey, ownLabels } from "../slots/candidates.ts";
import type { InterventionName } from "../slots/intervention-slots.ts";

/**
 * The most characters of notes behind a number, which the prompts want short, and of those that
 * lead to it.
 */
const [SHORT, LONG] = [200, 1000];

/**
 * The schema of the reply to a question: its keys in the order of the prompt. Where it is
 * `bounded`, which not every vendor's strict mode takes, probabilities are from 0 to 1 and notes
 * have a greatest length.
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
 * An object with a value for each name. It has no prototype, since V8 makes a hidden class for
 * any other object of new names, as those of nearly every question are, in ten times the time.
 */
function membersOf(names: readonly string[], valueOf: (name: string) => object): object {
  const members: Record<string, object> = Object.create(null) as Record<string, object>;
  for (const name of names) {
    members[name] = valueOf(name);
  }
  return members;
}

/**
 * The schema of an object with these keys in this order, all required if not told otherwise, and no
 * other.
 */
export function objectSchema(
  properties: object,
  required: readonly string[] = Object.keys(properties),
): JsonSchema {
  return { type: "object", properties, required, additionalProperties: false };
}
