import { ProviderError } from "../errors/errors.ts";

/** How vendors name the form of a reply where they reject it. */
const ABOUT_THE_SCHEMA =
  /schema|response_?format|output_config|text\.format|structured|json mode|grammar/i;

/**
 * The error of a request with a schema, with what to do where that was rejected: without it, another thing is asked.
 *
 * @param parameter The setting that says that decoding is held, where the schema is only for that: it can be left out.
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
