import type { JsonSchema } from "@promptnce/core";
import { replyKeys } from "../reading/reply-key.ts";
import { otherKey, ownLabels } from "../slots/candidate-keys.ts";
import { type PromptTemplate, templateOf, type Wording } from "../template/template.ts";
import { keyedWording } from "./keyed-wording.ts";

/** The id of a template's wording for structured mode: `words/open.structured`. */
export function structuredId(id: string): string {
  return `${id}.structured`;
}

/**
 * The template of a wording for structured mode, sent with a schema. Of a kind that is answered with one number it has
 * the very text, whose keys are constant as they are; over a set the candidates have keys that depend on nothing but
 * their number, if they are not named so already.
 *
 * The schemas are as both vendors' strict modes want them: all keys are required. Bounds of numbers are left out, since
 * not every vendor takes or keeps them: they are checked when the reply is read.
 */
export function structuredTemplate(wording: Wording): PromptTemplate {
  const { kind } = wording;
  if (kind !== "closed" && kind !== "open") {
    const template = templateOf(wording);
    const names = replyKeys(kind, wording.intervention);
    const properties = names.map((name) => [name, { type: name === "notes" ? "string" : "number" }]);
    const schema = objectSchema(Object.fromEntries(properties));
    return { ...template, id: structuredId(template.id), schema: () => schema };
  }

  const named = wording.keys === undefined ? keyedWording(wording) : wording;
  const { keys = ownLabels, other = otherKey } = named;
  const template = templateOf(named);
  return {
    ...template,
    id: structuredId(template.id),
    schema: (question) => {
      if (question.kind !== "closed" && question.kind !== "open") {
        throw new Error(`The template ${template.id} takes no question of kind ${question.kind}.`);
      }
      const names = keys(question.candidates);
      const all = kind === "open" ? [...names, other(names)] : names;
      return objectSchema(Object.fromEntries(all.map((name) => [name, { type: "number" }])));
    },
  };
}

/** The schema of an object with these keys in this order, all required if not told otherwise, and no other. */
export function objectSchema(properties: object, required: readonly string[] = Object.keys(properties)): JsonSchema {
  return { type: "object", properties, required, additionalProperties: false };
}
