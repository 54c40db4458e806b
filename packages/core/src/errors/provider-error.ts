import { type Sentence, SentenceError } from "./sentence.ts";

/** The kind of an error, as far as callers handle it differently. */
export type ProviderErrorKind =
  /** No answer arrived: refused, reset, cut off before it or unresolvable. */
  | "connection"
  /** A reply with a status of success began, and the connection ended within it. */
  | "cut"
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
  /**
   * The model is unknown, retired, not loaded or not for this key: no request to it is answered.
   */
  | "model"
  /** The vendor does not accept the request (other 4xx). */
  | "request"
  /** A response arrived that does not follow the vendor's interface. */
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
  /** Whether the vendor may still charge for the call, as after a timeout; false by default. */
  readonly mayBeBilled?: boolean | undefined;
  /**
   * The body of a charged response of no known form; kept, up to 100,000 characters, so that
   * nothing paid for is lost.
   */
  readonly body?: string | undefined;
  /**
   * The setting that the model rejects, if it is the only problem: without it the request may
   * succeed.
   */
  readonly parameter?: string | undefined;
  /** True where the server refuses the schema or grammar that is to constrain the reply. */
  readonly schemaRefused?: boolean | undefined;
  /** True where a batch is refused because too much is enqueued: smaller ones fit, one at a time. */
  readonly queueFull?: boolean | undefined;
}

/**
 * A call that gave no reply, in one sentence that is safe to print: never a key, never a header. It
 * has no `cause`, since a vendor's error object holds the request's headers, and a logger that
 * prints causes would print the key with them.
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
  readonly schemaRefused?: boolean;
  readonly queueFull?: boolean;

  constructor(sentence: Sentence, { mayBeBilled = false, body, ...options }: ProviderErrorOptions) {
    super(sentence);
    Object.assign(this, { ...options, mayBeBilled, body: body?.slice(0, 100_000) });
  }
}
