import type { JsonSchema } from "@promptnce/core";

/**
 * The schema of an object with these keys, all of them required and no other, in this order. As
 * both vendors' strict modes want it; bounds of numbers are left out, since not every vendor takes
 * or keeps them: they are checked when the reply is read.
 */
export function replySchema(properties: readonly (readonly [key: string, type: "number" | "string"])[]): JsonSchema {
  return {
    type: "object",
    properties: Object.fromEntries(properties.map(([key, type]) => [key, { type }])),
    required: properties.map(([key]) => key),
    additionalProperties: false,
  };
}
