// All errors of this package. Each says in one sentence what was wrong and what to do.
import type { Failure, Reply } from "@promptnce/core";
import { type Sentence, SentenceError } from "@promptnce/core/errors";

/** What went wrong, as far as a caller acts on it differently. */
export type ProviderErrorKind =
  /** No answer arrived: refused, reset, cut off or unresolvable. */
  | "connection"
  /** The time allowed for one call ran out. */
  | "timeout"
  /** Too many requests or tokens in a while (429). */
  | "rate-limit"
  /** The account has no credit or quota left; waiting does not help. */
  | "quota"
  /** The vendor is overloaded or failed (408, 409, 5xx, 529). */
  | "server"
  /** The key is missing, wrong or not allowed to do this (401, 403). */
  | "auth"
  /** The vendor does not take the request as it is (other 4xx). */
  | "request"
  /** An answer arrived that is not what the vendor's interface promises. */
  | "response"
  /** The simulated respondent could not read the prompt. */
  | "prompt";

export interface ProviderErrorOptions {
  readonly kind: ProviderErrorKind;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** The HTTP status, where there was a response. */
  readonly status?: number | undefined;
  /** How long the vendor asked to wait, in milliseconds. Not capped here. */
  readonly retryAfterMs?: number | undefined;
  /** Whether the vendor may charge for it all the same, as for a call that ran out of time; false where not said. */
  readonly mayBeBilled?: boolean | undefined;
  /** What came, where it was charged and is of no known shape; kept, up to 100,000 characters, so that nothing paid for is lost. */
  readonly body?: string | undefined;
  /** The setting that the model does not take, where that is all that is wrong: without it the request may succeed. */
  readonly parameter?: string | undefined;
}

/**
 * A call that gave no reply, in one sentence that is safe to print: never a key, never a header. It has no `cause`,
 * since a vendor's error object holds the request's headers, and a logger that prints causes would print the key with
 * them.
 */
export class ProviderError extends SentenceError implements ProviderErrorOptions {
  override readonly name = "ProviderError";
  readonly kind!: ProviderErrorKind;
  readonly retryable!: boolean;
  readonly status?: number;
  readonly retryAfterMs?: number;
  readonly mayBeBilled!: boolean;
  readonly body?: string;
  readonly parameter?: string;

  constructor(sentence: Sentence, { mayBeBilled = false, body, ...options }: ProviderErrorOptions) {
    super(sentence);
    Object.assign(this, { ...options, mayBeBilled, body: body?.slice(0, 100_000) });
  }
}

/** What became of a request that failed, with what came in the place of an answer, if anything. */
export function failedReply({ kind, status, message }: Failure, text = ""): Reply {
  return {
    text,
    stop: "failed",
    failure: { kind, ...(status !== undefined && { status }), message },
  };
}

/** The error of a request that is wrong as it is, so that asking again does not help. */
export function wrongRequest(sentence: Sentence, status?: number): ProviderError {
  return new ProviderError(sentence, { kind: "request", retryable: false, status });
}
