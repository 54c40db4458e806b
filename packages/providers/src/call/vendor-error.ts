import { ProviderError, type ProviderErrorKind } from "../errors/errors.ts";
import { retryAfterMs, withPause } from "./rate-limit-headers.ts";
import { redact } from "./redact.ts";
import { rejectedParameter } from "./rejected-parameter.ts";

/** Whom an error is about and which key must not be shown. */
export interface Vendor {
  /** As people call it: Anthropic, OpenAI. */
  readonly title: string;
  /** Where its key is looked for, for the advice. */
  readonly keyVariable: string;
  readonly key?: string | null | undefined;
}

/** The part of an SDK's error that is looked at; both SDKs are generated from one mould. */
interface StatusError {
  readonly status: number;
  readonly headers: Headers;
  readonly error: unknown;
  readonly message: string;
}

/**
 * What an SDK threw, as one sentence with what to do, and whether to try again. An error that is
 * none of the vendor's or the network's comes back as it is: it is a mistake in a program.
 */
export function vendorError(error: unknown, vendor: Vendor): unknown {
  if (error instanceof ProviderError) return error;
  if (hasStatus(error)) return statusError(error, vendor);
  const { title, keyVariable, key } = vendor;
  if (error instanceof Error && NO_KEY.test(error.message)) {
    return new ProviderError(`No key for ${title} was found: set ${keyVariable}, or in code give apiKey.`, {
      kind: "auth",
      retryable: false,
    });
  }
  if (error instanceof SyntaxError) {
    return new ProviderError(
      `${title} answered with something that is not JSON: try again, and check the base URL where this goes on.`,
      { kind: "response", retryable: true, mayBeBilled: true },
    );
  }
  if (!isConnection(error)) return error;
  const why = reason(error);
  return new ProviderError(`${title} could not be reached (${redact(why, key)}): check the network and the base URL.`, {
    kind: "connection",
    retryable: true,
    mayBeBilled: !NEVER_SENT.has(why),
  });
}

/** A connection that was never made; any other may have been cut off after the work was done. */
const NEVER_SENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ENETUNREACH", "EHOSTUNREACH"]);

const NO_KEY = /could not resolve authentication|missing credentials/i;

/**
 * An error of the SDKs' about a response (it has a place for headers) that never came, or what
 * `fetch` throws when a connection ends within a body.
 */
function isConnection(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if (error instanceof TypeError) return /^(terminated|fetch failed)$/.test(error.message);
  return "headers" in error;
}

function statusError(error: StatusError, { title, keyVariable, key }: Vendor): ProviderError {
  const { status } = error;
  const own = field(error.error, "error") ?? error.error;
  const kind = kindOf(status, code(own), error.message);
  const said = redact(error.message.replace(/^\d{3} /, ""), key);
  const wait = retryAfterMs(error.headers);
  const parameter = kind === "request" ? rejectedParameter(own, text(own) ?? error.message) : undefined;
  const sentence: Readonly<Record<typeof kind, string>> = {
    "rate-limit": `${title} asks for fewer requests (429): ${said}`,
    quota: `The account at ${title} has no credit or quota left (${status}): ${said}`,
    server: `${title} is overloaded or failed (${status}): ${said}`,
    // What the vendor says of a key may quote it.
    auth: `${title} does not accept the key (${status}): check ${keyVariable} or apiKey, and what the key is allowed to do.`,
    request: `${title} does not take this request (${status}): ${said}`,
  };
  const failed = new ProviderError(sentence[kind], {
    kind,
    status,
    retryable: kind === "rate-limit" || kind === "server",
    ...(wait !== undefined && { retryAfterMs: wait }),
    ...(parameter !== undefined && { parameter }),
  });
  return withPause(failed, error.headers);
}

function kindOf(
  status: number,
  code: string,
  message: string,
): Extract<ProviderErrorKind, "rate-limit" | "quota" | "server" | "auth" | "request"> {
  // Both vendors answer 429 or 400 where money, not time, is what lacks.
  if (status === 402 || /quota|spend_limit|billing/.test(code)) return "quota";
  // Anthropic's has no code of its own.
  if (status === 400 && /credit balance is too low/i.test(message)) return "quota";
  if (status === 429) return "rate-limit";
  if (status === 401 || status === 403) return "auth";
  if (status === 408 || status === 409 || status >= 500) return "server";
  return "request";
}

/** The vendor's code for a cause: OpenAI's body is `{code, type}`, Anthropic's `{error: {…}}`. */
function code(own: unknown): string {
  const codes = [field(own, "code"), field(own, "type"), field(field(own, "details"), "error_code")];
  return codes.filter((value) => typeof value === "string").join(" ");
}

function text(own: unknown): string | undefined {
  const message = field(own, "message");
  return typeof message === "string" ? message : undefined;
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return (value as Record<string, unknown>)[name];
}

function hasStatus(error: unknown): error is StatusError {
  return error instanceof Error && typeof field(error, "status") === "number";
}

/** The innermost cause: `fetch failed` says nothing, `ECONNREFUSED` does. */
function reason(error: unknown): string {
  const cause = field(error, "cause");
  if (cause instanceof Error) return reason(cause);
  const known = field(error, "code");
  if (typeof known === "string") return known;
  return error instanceof Error ? error.message : String(error);
}
