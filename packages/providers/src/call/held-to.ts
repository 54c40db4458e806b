import type { JsonSchema, Provider } from "@promptnce/core";
import { at } from "@promptnce/core/json";

/**
 * The schema that constrains a reply to the request under these settings: that of structured mode
 * or, where the settings say that decoding is constrained, the request's own grammar. `undefined`
 * without a constraint.
 *
 * @example
 * heldTo({ grammar: { type: "object" } }, { grammar: "schema" }); // → { type: "object" }
 */
export function heldTo(
  { schema, grammar }: { readonly [Name in "schema" | "grammar"]?: JsonSchema | undefined },
  settings: Provider["settings"],
): JsonSchema | undefined {
  const held = settings["grammar"] === "schema" || leavesSchemaToRequest(settings);
  return held ? (grammar ?? schema) : schema;
}

/**
 * Whether a server's settings leave the schema to each request, with a `response_format` that has
 * none.
 */
export function leavesSchemaToRequest(settings: Provider["settings"]): boolean {
  const form = settings["response_format"];
  return at(form, "type") === "json_schema" && at(form, "json_schema") === undefined;
}

/**
 * Characters of a number, with the 16 decimals that llama.cpp allows; and of a text without a
 * maximum length.
 */
const [NUMBER, TEXT] = [24, 400];

/**
 * The number of tokens of the longest reply that fits a schema. Every byte counts as a token, since
 * no tokenizer makes more; the reply is printed over several lines with all keys, numbers of 24
 * characters and texts of maximum length. Only texts with more bytes than characters may need more.
 * Limits in keys of requests rest on it.
 *
 * @example
 * replyTokens({ type: "object", properties: { p_base: { type: "number" } } }); // → 44
 */
export function replyTokens(schema: JsonSchema): number {
  const fields = Object.entries((at(schema, "properties") ?? {}) as object).map(([key, field]) => {
    const length = at(field, "type") === "string" ? (at(field, "maxLength") ?? TEXT) : NUMBER;
    return [key, "x".repeat(length as number)];
  });
  return new TextEncoder().encode(JSON.stringify(Object.fromEntries(fields), null, 4)).length;
}
