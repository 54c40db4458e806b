import { ProviderError, type ProviderErrorKind } from "../errors/errors.ts";
import { redact } from "../call/redact.ts";
import { isOmissible } from "../call/rejected-parameter.ts";
import { type Vendor, vendorError } from "../call/vendor-error.ts";

/** The part of the SDK's `APICallError` that is looked at. */
interface CallError extends Error {
  readonly statusCode?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: string;
}

/** The SDK's other errors by their names, and whether to try again. */
const KINDS: ReadonlyMap<string, { readonly kind: ProviderErrorKind; readonly retryable: boolean }> = new Map([
  ["AI_LoadAPIKeyError", { kind: "auth", retryable: false }],
  ["AI_LoadSettingError", { kind: "request", retryable: false }],
  ["AI_InvalidArgumentError", { kind: "request", retryable: false }],
  ["AI_InvalidPromptError", { kind: "request", retryable: false }],
  ["AI_NoSuchModelError", { kind: "request", retryable: false }],
  ["AI_UnsupportedFunctionalityError", { kind: "request", retryable: false }],
  ["AI_EmptyResponseBodyError", { kind: "response", retryable: true }],
  ["AI_InvalidResponseDataError", { kind: "response", retryable: true }],
  ["AI_JSONParseError", { kind: "response", retryable: true }],
  ["AI_NoContentGeneratedError", { kind: "response", retryable: true }],
  ["AI_TypeValidationError", { kind: "response", retryable: true }],
]);

/**
 * What a model of the AI SDK threw as a {@link ProviderError}, as {@link vendorError} does for the
 * vendors' own SDKs. Errors are told by their names, since the SDK's classes may be of another
 * version. What is none of the SDK's or the network's comes back as it is.
 */
export function aiSdkError(error: unknown, vendor: Vendor, sent: Readonly<Record<string, unknown>>): unknown {
  if (!(error instanceof Error) || error instanceof ProviderError) return error;
  if (error.name === "AI_APICallError") return callError(error as CallError, vendor, sent);
  const known = KINDS.get(error.name);
  if (known === undefined) return vendorError(error, vendor);
  // What it says of a response may quote the whole of it.
  const said = known.kind === "response" ? "with something that is not its own format" : "";
  return new ProviderError(
    said === ""
      ? `${vendor.title} cannot be asked: ${redact(error.message, vendor.key)}`
      : `${vendor.title} answered ${said}: try again.`,
    known,
  );
}

function callError(error: CallError, vendor: Vendor, sent: Readonly<Record<string, unknown>>): unknown {
  const { statusCode: status, message } = error;
  if (status === undefined) {
    return new ProviderError(
      `${vendor.title} could not be reached (${redact(message, vendor.key)}): check the network and the base URL.`,
      { kind: "connection", retryable: true },
    );
  }
  if (status >= 200 && status < 300) return unreadResponse(error, vendor);
  const body = parsed(error.responseBody);
  const headers = new Headers(error.responseHeaders);
  const likeOurs = Object.assign(new Error(message), { status, headers, error: body });
  return withSettingName(vendorError(likeOurs, vendor) as ProviderError, sent);
}

/** A response that ended too early is the network's fault; the SDK wraps what it threw. */
function unreadResponse(error: CallError, vendor: Vendor): unknown {
  for (let cause = error.cause; cause instanceof Error; cause = cause.cause) {
    const named = vendorError(cause, vendor);
    if (named instanceof ProviderError && named.kind === "connection") return named;
  }
  return new ProviderError(
    `${vendor.title} answered with something that is not its own format: try again, and check the base URL where this goes on.`,
    { kind: "response", retryable: true },
  );
}

/** The vendor names `top_p` what was given as `topP`. */
function withSettingName(error: ProviderError, sent: Readonly<Record<string, unknown>>): ProviderError {
  const { parameter, kind, status, retryable } = error;
  if (parameter === undefined) return error;
  const name = parameter.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  if (!Object.hasOwn(sent, name) || !isOmissible(name)) return error;
  return new ProviderError(error.message, {
    kind,
    retryable,
    ...(status !== undefined && { status }),
    parameter: name,
  });
}

function parsed(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? "") as unknown;
  } catch {
    return undefined;
  }
}
