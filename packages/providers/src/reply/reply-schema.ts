import type { Request } from "@promptnce/core";
import { ProviderError } from "@promptnce/core/errors";

/** What may constrain the reply to a request. */
type ReplyConstraint = { readonly [Name in "schema" | "grammar"]?: Request[Name] | undefined };

/** The vendors' words for the form of a reply in errors that reject it. */
const ABOUT_THE_SCHEMA =
  /schema|response_?format|output_config|text\.format|structured|json mode|json_?object|grammar|guided|constrained|too many states|propert(y|ies) (key|name)|additional_?propert|outlines|\bregex/i;

/** Whether an error is about the form of a reply; one of the server's own names its grammar. */
function isAboutSchema(error: unknown): error is ProviderError {
  if (!(error instanceof ProviderError) || error.parameter !== undefined) return false;
  if (error.kind === "request") return ABOUT_THE_SCHEMA.test(error.message);
  return error.status === 500 && /grammar|json.?schema|guided|structured/i.test(error.message);
}

/**
 * The error of a request with a schema or a grammar, marked where the server rejected that. A
 * grammar serves only to constrain decoding, and can be left out; without the schema of structured
 * mode the question would be a different one, so that error has advice.
 *
 * @param stays Whether the setting by which a server takes grammars stays, since it has taken one:
 *   only this grammar is then left out.
 * @example
 * import { ProviderError } from "@promptnce/core/errors";
 * const options = { kind: "request", retryable: false };
 * const error = new ProviderError("response_format is not supported.", options);
 * withSchemaAdvice(error, { schema: { type: "object" } }).schemaRefused; // → true
 */
export function withSchemaAdvice(
  error: unknown,
  { schema, grammar }: ReplyConstraint,
  stays = true,
): unknown {
  if (!isAboutSchema(error) || (schema ?? grammar) === undefined) return error;
  const advice =
    schema === undefined
      ? ""
      : " (The request carries the JSON Schema of structured mode: where the model or server takes none, ask in faithful mode.)";
  const { message: _, ...options } = error;
  return new ProviderError((write) => error.messageFor(write) + advice, {
    ...options,
    retryable: false,
    parameter: schema === undefined && !stays ? "response_format" : undefined,
    schemaRefused: true,
  });
}

/**
 * Whether a request failed for its grammar alone, so that it can be sent again without.
 *
 * @example
 * import { ProviderError } from "@promptnce/core/errors";
 * const request = { grammar: { type: "object" } };
 * const options = { kind: "request", retryable: false };
 * const error = new ProviderError("response_format is not supported.", options);
 * isGrammarRefused(withSchemaAdvice(error, request), request); // → true
 */
export function isGrammarRefused(
  error: unknown,
  { schema, grammar }: ReplyConstraint,
): error is ProviderError {
  const isRefused = error instanceof ProviderError && error.schemaRefused === true;
  return isRefused && schema === undefined && grammar !== undefined;
}
