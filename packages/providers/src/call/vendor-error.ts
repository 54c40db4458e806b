import { addressAdvice } from "./address-advice.ts";
import { connectionError } from "./connection-error.ts";
import { ProviderError, type ProviderErrorOptions } from "@promptnce/core/errors";
import { retryAfterMs, withPause } from "./rate-limit-headers.ts";
import { redact } from "./redact.ts";
import { rejectedParameter } from "./rejected-parameter.ts";
import { failureKind, type FailureKind, statedFailure } from "./stated-failure.ts";
import { at } from "@promptnce/core/json";

/** The vendor that an error is about, and the key that must not be shown. */
export interface Vendor {
  /** The vendor's name for people: Anthropic, OpenAI. */
  readonly title: string;
  /** The variable that holds its key, for the advice. */
  readonly keyVariable: string;
  readonly key?: string | null | undefined;
  /**
   * The address of a compatible server, whose paths begin with `/v1`, where it is not the vendor's
   * own.
   */
  readonly address?: string | undefined;
  /** The interface that a server at the address must have, where few do. */
  readonly speaks?: string | undefined;
}

/**
 * An SDK's error as a ProviderError: one sentence that says what to do, and whether a retry may
 * help. An error from neither the vendor nor the network is returned unchanged: it is a bug in a
 * program.
 *
 * @example
 * const cause = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
 * const error = new TypeError("fetch failed", { cause });
 * vendorError(error, { title: "Our server", keyVariable: "OUR_KEY" }).kind; // → "connection"
 */
export function vendorError(error: unknown, vendor: Vendor): unknown {
  const { title, keyVariable, key } = vendor;
  const own = ownError(error);
  if (own !== undefined) return withoutKey(own, key);
  if (hasStatus(error)) return statusError(error, vendor);
  if (error instanceof Error && NO_KEY.test(error.message)) return noKey(vendor);
  // The message quotes the header, and thus the key.
  if (error instanceof TypeError && NO_HEADER.test(error.message)) {
    const sentence = `The key for ${title} holds a character that cannot be sent, as the end of a line does: check ${keyVariable} or apiKey.`;
    return new ProviderError(sentence, { kind: "auth", retryable: false });
  }
  if (error instanceof SyntaxError) {
    return new ProviderError(
      `${title} answered with something that is not JSON: try again, and check the base URL where this goes on.`,
      { kind: "response", retryable: true, mayBeBilled: true },
    );
  }
  if (!isConnection(error)) return error;
  return connectionError(error, vendor);
}

/** A ProviderError, perhaps thrown by the `fetch` of an SDK, which wraps it. */
function ownError(error: unknown): ProviderError | undefined {
  if (error instanceof ProviderError) return error;
  return error instanceof Error ? ownError(error.cause) : undefined;
}

/**
 * An error met while a successful response was read: where the connection ended within it, the
 * vendor has done the work, and a server that always ends it there would be paid again and again.
 */
export function cutOff(error: unknown, vendor: Vendor): unknown {
  const named = vendorError(error, vendor);
  if (!(named instanceof ProviderError && named.kind === "connection")) return error;
  return new ProviderError(
    `${vendor.title} began a reply that was cut off, which may be charged: look for what ends connections early, such as a proxy or a limit of time or size.`,
    { kind: "cut", retryable: true, mayBeBilled: true },
  );
}

/** The error of a vendor for which there is no key. */
export function noKey({ title, keyVariable }: Vendor): ProviderError {
  const sentence = `No key for ${title} was found: set ${keyVariable}, or in code give apiKey.`;
  return new ProviderError(sentence, { kind: "auth", retryable: false });
}

/**
 * The error without the key, which a server may repeat in its response, and which the message or
 * body would then contain.
 */
function withoutKey(error: ProviderError, key: string | null | undefined): ProviderError {
  const { message: _, body, ...options } = error;
  if (!key || (options.kind !== "response" && body === undefined)) return error;
  return new ProviderError((write) => error.messageFor(write).replaceAll(key, "[key]"), {
    ...options,
    body: body?.replaceAll(key, "[key]"),
  });
}

const NO_KEY = /could not resolve authentication|missing credentials/i;

const NO_HEADER =
  /invalid header value|cannot convert argument to a ByteString|invalid character in header/i;

/** What `fetch` says of a connection: Node's, then Chrome's, Firefox's, Safari's and Cloudflare's. */
const NO_RESPONSE =
  /^(terminated|fetch failed|Failed to fetch|NetworkError when attempting to fetch resource\.|Load failed|Network connection lost\.?)$/;

/**
 * Whether an error is an SDK's about a missing response, which has a `headers` member, or `fetch`'s
 * about a truncated body.
 */
function isConnection(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if (error instanceof TypeError) return NO_RESPONSE.test(error.message);
  return "headers" in error;
}

/**
 * The error of an unsuccessful response, in the form common to both SDKs, which come from one
 * generator.
 */
export interface StatusError extends Error {
  readonly status: number;
  readonly headers: Headers;
  readonly error: unknown;
}

function hasStatus(error: unknown): error is StatusError {
  return error instanceof Error && typeof at(error, "status") === "number";
}

function statusError(
  { status: answered, headers, error, message }: StatusError,
  vendor: Vendor,
): ProviderError {
  const { title, keyVariable, key } = vendor;
  const found = statedFailure(error);
  const said = message.replace(/^\d{3} /, "");
  const page = pageTitle(said);
  // An SDK that finds no sentence at its place gives the whole body.
  const words = page ?? (/^[{[]/.test(said) ? (found.words ?? said) : said);
  const status = statusOf(answered, found.status);
  const kind = failureKind(status, { ...found, words });
  const text =
    (page === undefined ? redact(words, key) : pageText(page)) +
    (UNKNOWN.has(status) && kind !== "model" ? unknownAdvice(vendor) : "");
  // OpenAI's SDK passes `{code, type}` as the body, Anthropic's `{error: {…}}`.
  const parameter =
    kind === "request" ? rejectedParameter(at(error, "error") ?? error, words) : undefined;
  const retryable = isWorthRetrying(kind, headers);
  const told: ProviderErrorOptions = {
    kind,
    status,
    retryable,
    retryAfterMs: retryAfterMs(headers) ?? (retryable ? found.delayMs : undefined),
    parameter,
  };
  // Who sends a page has not looked at the key.
  const about = page !== undefined && kind === "auth" ? "request" : kind;
  const sentence = failureSentence(about, title, status, text, keyVariable);
  return withPause(new ProviderError(sentence, told), headers);
}

/** The title of a web page; `undefined` for a text that is none. */
function pageTitle(text: string): string | undefined {
  if (!/^\s*<(!doctype|html|head|\?xml)\b/i.test(text)) return undefined;
  return /<(title|h1)\b[^>]*>([^<]*)/i.exec(text)?.[2]?.trim() ?? "";
}

function pageText(title: string): string {
  const named = title === "" ? "" : ` titled ${JSON.stringify(redact(title, undefined))}`;
  return `it sent a web page${named}, as a proxy or firewall in front of it does: check the base URL and the network`;
}

/**
 * Whether a request is sent again: as OpenAI, Anthropic and gateways like them say in a header of
 * their SDKs' own, and else by what the failure concerns.
 */
function isWorthRetrying(kind: FailureKind, headers: Headers): boolean {
  const said = headers.get("x-should-retry");
  const mayPass = kind === "rate-limit" || kind === "server";
  return said === "false" ? false : mayPass || (said === "true" && kind === "request");
}

/** Statuses of an unknown path. */
const UNKNOWN: ReadonlySet<number> = new Set([404, 405]);

/** Statuses that say little, behind which a gateway may state that of the vendor. */
const VAGUE: ReadonlySet<number> = new Set([200, 400, 500, 502, 503]);

function statusOf(answered: number, stated: number | undefined): number {
  return stated !== undefined && VAGUE.has(answered) ? stated : answered;
}

/** What to do about a server that does not know the path it was asked at. */
function unknownAdvice({ address, speaks }: Vendor): string {
  const advice = addressAdvice(address);
  if (advice !== "" || speaks === undefined) return advice;
  return ` (Check that the server at this address speaks ${speaks}.)`;
}

/** A vendor's words on a failure in a sentence that says what it concerns. */
function failureSentence(
  kind: FailureKind,
  title: string,
  status: number | string,
  text: string,
  keyVariable: string,
): string {
  const sentence: Readonly<Record<FailureKind, string>> = {
    "rate-limit": `${title} asks for fewer requests (${status}): ${text}`,
    quota: `The account at ${title} has no credit or quota left (${status}): ${text}`,
    server: `${title} is overloaded or failed (${status}): ${text}`,
    auth: `${title} does not accept the key (${status}): ${text} (Check ${keyVariable} or apiKey, and what the key is allowed to do.)`,
    model: `${title} does not offer this model (${status}): ${text} (Check the name of the model, whether the server has it, and whether the key may use it.)`,
    request: `${title} does not take this request (${status}): ${text}`,
  };
  return sentence[kind];
}
