import type { JsonSchema } from "@promptnce/core";
import { at } from "./untyped-json.ts";

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
