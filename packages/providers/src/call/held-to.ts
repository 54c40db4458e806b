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
