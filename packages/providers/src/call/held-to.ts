import type { JsonSchema, Provider } from "@promptnce/core";
import { at } from "./untyped-json.ts";

/** What decoding is held to: the request's own grammar, any JSON, or nothing. The first is the default. */
export const grammars = ["schema", "json", "off"] as const;

export type Grammar = (typeof grammars)[number];

/**
 * The schema that a reply to the request is held to under these settings: that of structured mode or, where the settings
 * say that decoding is held, the request's own grammar; `undefined` where it is held to none.
 */
export function heldTo(
  { schema, grammar }: { readonly [Name in "schema" | "grammar"]?: JsonSchema | undefined },
  settings: Provider["settings"],
): JsonSchema | undefined {
  const held = settings["grammar"] === "schema" || leavesSchemaToRequest(settings);
  return held ? (grammar ?? schema) : schema;
}

/** Whether the settings of a server say that each request brings its schema: `response_format` without one. */
export function leavesSchemaToRequest(settings: Provider["settings"]): boolean {
  const form = settings["response_format"];
  return at(form, "type") === "json_schema" && at(form, "json_schema") === undefined;
}

/** Characters of a number: 16 decimals, as llama.cpp allows, with what is beside them; of a text without a bound. */
const [NUMBER, TEXT] = [24, 400];

/**
 * How many tokens the longest reply has that fits a schema: a token for every byte of it, printed on lines of its own
 * with all keys, numbers of 24 characters and texts of their greatest length, since no tokenizer makes more. Only texts
 * of more bytes than characters may need more.
 */
export function replyTokens(schema: JsonSchema): number {
  const fields = Object.entries((at(schema, "properties") ?? {}) as object).map(([key, field]) => {
    const length = at(field, "type") === "string" ? (at(field, "maxLength") ?? TEXT) : NUMBER;
    return [key, "x".repeat(length as number)];
  });
  return Buffer.byteLength(JSON.stringify(Object.fromEntries(fields), null, 4));
}
