import { ProviderError } from "../errors/errors.ts";

/** How vendors name the form of a reply where they reject it. */
const ABOUT_THE_SCHEMA = /schema|response_?format|output_config|text\.format|structured|json mode|grammar/i;

/**
 * The error of a request whose decoding was to be held to its grammar, naming the setting that says so where it was
 * rejected for that: the prompt asks for the same reply without it.
 */
export function withGrammarNamed(error: unknown): unknown {
  if (!isAboutSchema(error)) return error;
  const { message, kind, retryable, status } = error;
  return new ProviderError(message, { kind, retryable, status, parameter: "response_format" });
}

function isAboutSchema(error: unknown): error is ProviderError {
  return error instanceof ProviderError && error.kind === "request" && ABOUT_THE_SCHEMA.test(error.message);
}

/**
 * The error of a request with a schema, with what to do where the schema was rejected. There is no
 * second try without it, since that would ask something else.
 */
export function withSchemaAdvice(error: unknown): unknown {
  if (!isAboutSchema(error)) return error;
  const { message, kind, retryable, status } = error;
  return new ProviderError(
    `${message} (The request carries the JSON Schema of structured mode: where the model or server takes none, ask in faithful mode.)`,
    { kind, retryable, status },
  );
}
