import { redact } from "../call/redact.ts";
import { isOmissible } from "../call/rejected-parameter.ts";
import { parsedJson } from "../call/untyped-json.ts";
import { type Vendor, vendorError } from "../call/vendor-error.ts";
import { unusableResponse } from "../reply/vendor-response.ts";
import { ProviderError } from "../errors/errors.ts";

/** The part of the SDK's `APICallError` that is looked at. */
interface CallError extends Error {
  readonly statusCode?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: string;
}

/** The SDK's other errors by their names: of a key, of what was asked, and of a response, which may be asked again. */
const KINDS = [
  ["auth", /^AI_LoadAPIKeyError$/],
  [
    "request",
    /^AI_(LoadSetting|InvalidArgument|InvalidPrompt|NoSuchModel|UnsupportedFunctionality)Error$/,
  ],
  [
    "response",
    /^AI_(EmptyResponseBody|InvalidResponseData|JSONParse|NoContentGenerated|TypeValidation)Error$/,
  ],
] as const;

/**
 * What a model of the AI SDK threw as a {@link ProviderError}, as {@link vendorError} does for the vendors' own SDKs;
 * what is of neither SDK nor network as it is. Errors are told by name, as the classes may be of another version.
 */
export function aiSdkError(
  error: unknown,
  vendor: Vendor,
  sent: Readonly<Record<string, unknown>>,
): unknown {
  if (!(error instanceof Error) || error instanceof ProviderError) return error;
  if (error.name === "AI_APICallError") return callError(error as CallError, vendor, sent);
  const [kind] = KINDS.find(([, names]) => names.test(error.name)) ?? [];
  if (kind === undefined) return vendorError(error, vendor);
  // What it says of a response may quote the whole of it.
  const response = kind === "response";
  const how = response
    ? "answered with something that is not its own format: try again."
    : `cannot be asked: ${redact(error.message, vendor.key)}`;
  return new ProviderError(`${vendor.title} ${how}`, {
    kind,
    retryable: response,
    mayBeBilled: response,
  });
}

function callError(
  error: CallError,
  vendor: Vendor,
  sent: Readonly<Record<string, unknown>>,
): unknown {
  const { statusCode: status, message, responseHeaders, responseBody = "" } = error;
  if (status === undefined) {
    return new ProviderError(
      `${vendor.title} could not be reached (${redact(message, vendor.key)}): check the network and the base URL.`,
      { kind: "connection", retryable: true },
    );
  }
  if (status >= 200 && status < 300) return unreadResponse(error, vendor);
  const headers = new Headers(responseHeaders);
  const likeOurs = Object.assign(new Error(message), {
    status,
    headers,
    error: parsedJson(responseBody),
  });
  return withSettingName(vendorError(likeOurs, vendor) as ProviderError, sent);
}

/** A response that ended too early is the network's fault; the SDK wraps what it threw. */
function unreadResponse(error: CallError, vendor: Vendor): unknown {
  for (let cause = error.cause; cause instanceof Error; cause = cause.cause) {
    const named = vendorError(cause, vendor);
    if (named instanceof ProviderError && named.kind === "connection") return named;
  }
  const { responseBody: body = "" } = error;
  return unusableResponse(parsedJson(body) ?? body, vendor.title, "in another format than its own");
}

/** The vendor names `top_p` what was given as `topP`. */
function withSettingName(
  error: ProviderError,
  sent: Readonly<Record<string, unknown>>,
): ProviderError {
  const { parameter: vendorsName = "", kind, status, retryable } = error;
  const parameter = vendorsName.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  if (!Object.hasOwn(sent, parameter) || !isOmissible(parameter)) return error;
  return new ProviderError(error.message, { kind, retryable, status, parameter });
}
