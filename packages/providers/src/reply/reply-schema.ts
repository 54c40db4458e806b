import { ProviderError } from "../errors/errors.ts";

/** How vendors name the form of a reply where they reject it. */
const ABOUT_THE_SCHEMA = /schema|response_?format|output_config|text\.format|structured|json mode/i;

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
