import type { JsonSchema } from "@promptnce/core";
import { replyKeys } from "../reading/reply-key.ts";
import { ownLabels } from "../slots/candidate-keys.ts";
import { otherKey } from "../slots/other-key.ts";
import { type PromptTemplate, templateOf, type Wording } from "../template/template.ts";
import { keyedWording } from "./keyed-wording.ts";

/** The id of a template's wording for structured mode: `words/open.structured`. */
export function structuredId(id: string): string {
  return `${id}.structured`;
}

/**
 * The template of a wording for structured mode, sent with a schema. Of a kind that is answered with
 * one number it has the very text, whose keys are constant as they are; over a set the candidates
 * have keys that depend on nothing but their number, if they are not named so already.
 */
export function structuredTemplate(wording: Wording): PromptTemplate {
  const { kind } = wording;
  if (kind !== "closed" && kind !== "open") {
    const template = templateOf(wording);
    const names = replyKeys(kind, wording.intervention);
    const schema = replySchema(names.map((name) => [name, name === "notes" ? "string" : "number"]));
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
      return replySchema([...names, ...(kind === "open" ? [other(names)] : [])].map((name) => [name, "number"]));
    },
  };
}

/**
 * The schema of an object with these keys, all of them required and no other, in this order. As
 * both vendors' strict modes want it; bounds of numbers are left out, since not every vendor takes
 * or keeps them: they are checked when the reply is read.
 */
function replySchema(properties: readonly (readonly [key: string, type: "number" | "string"])[]): JsonSchema {
  return {
    type: "object",
    properties: Object.fromEntries(properties.map(([key, type]) => [key, { type }])),
    required: properties.map(([key]) => key),
    additionalProperties: false,
  };
}
