import { ProviderError } from "../errors/errors.ts";

/** The vendors' words for the form of a reply in errors that reject it. */
const ABOUT_THE_SCHEMA =
  /schema|response_?format|output_config|text\.format|structured|json mode|grammar/i;

/**
 * The error of a request with a schema, with advice where the schema was rejected: without it, the
 * question would be a different one.
 *
 * @param parameter The setting that constrains decoding, if the schema serves only this purpose: it
 *   can then be left out.
 */
export function withSchemaAdvice(error: unknown, parameter?: string): unknown {
  const rejected =
    error instanceof ProviderError &&
    error.kind === "request" &&
    ABOUT_THE_SCHEMA.test(error.message);
  if (!rejected) return error;
  const { message, ...options } = error;
  const advice =
    " (The request carries the JSON Schema of structured mode: where the model or server takes none, ask in faithful mode.)";
  return new ProviderError(parameter === undefined ? message + advice : message, {
    ...options,
    parameter,
  });
}
