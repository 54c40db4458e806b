import type { Provider, Request } from "@promptnce/core";
import { at } from "../call/untyped-json.ts";
import { ProviderError } from "../errors/errors.ts";

/** How vendors name the form of a reply where they reject it. */
const ABOUT_THE_SCHEMA = /schema|response_?format|output_config|text\.format|structured|json mode/i;

/**
 * Checks that the settings leave the form of the reply to a schema, where the request has one.
 *
 * @throws TypeError where they fix it already.
 */
export function checkFormFree({ schema }: Request, settings: Provider["settings"], form: readonly string[]): void {
  if (schema === undefined || at(settings, ...form) === undefined) return;
  throw new TypeError(
    `The setting ${form.join(".")} and the schema of structured mode exclude each other: leave it out of settings.`,
  );
}

/**
 * The error of a request with a schema, with what to do where the schema was rejected. There is no
 * second try without it, since that would ask something else.
 */
export function withSchemaAdvice(error: unknown): unknown {
  const rejected = error instanceof ProviderError && error.kind === "request" && ABOUT_THE_SCHEMA.test(error.message);
  if (!rejected) return error;
  const { message, kind, retryable, status } = error;
  return new ProviderError(
    `${message} (The request carries the JSON Schema of structured mode: where the model or server takes none, ask in faithful mode.)`,
    { kind, retryable, status },
  );
}
