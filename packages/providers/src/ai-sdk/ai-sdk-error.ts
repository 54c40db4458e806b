import { redact } from "../call/redact.ts";
import { isOmissible } from "../call/rejected-parameter.ts";
import { parsedJson } from "@promptnce/core/json";
import { cutOff, type Vendor, vendorError } from "../call/vendor-error.ts";
import { unusableResponse } from "../reply/vendor-response.ts";
import { ProviderError } from "@promptnce/core/errors";

/** The fields of the SDK's `APICallError` that are used. */
interface CallError extends Error {
  readonly statusCode?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: string;
}

/**
 * The SDK's other errors by name: about the key, the model, the request, or the response. The last
 * may be retried.
 */
const KINDS = [
  ["auth", /^AI_LoadAPIKeyError$/],
  ["model", /^AI_NoSuchModelError$/],
  ["request", /^AI_(LoadSetting|InvalidArgument|InvalidPrompt|UnsupportedFunctionality)Error$/],
  [
    "response",
    /^AI_(EmptyResponseBody|InvalidResponseData|JSONParse|NoContentGenerated|TypeValidation)Error$/,
  ],
] as const;

/**
 * An error thrown by a model of the AI SDK as a {@link ProviderError}, like {@link vendorError} for
 * the vendors' own SDKs. An error from neither the SDK nor the network is returned unchanged.
 * Errors are recognized by name, since their classes may come from another version.
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
  // The message may quote the whole response.
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

/** The network's error where a response ended too early, which the SDK wraps. */
function unreadResponse(error: CallError, vendor: Vendor): unknown {
  for (let cause = error.cause; cause instanceof Error; cause = cause.cause) {
    const named = cutOff(cause, vendor);
    if (named instanceof ProviderError && named.kind === "cut") return named;
  }
  const { responseBody: body = "" } = error;
  return unusableResponse(parsedJson(body) ?? body, vendor.title, "in another format than its own");
}

/** The vendor reports `top_p` for a setting given as `topP`. */
function withSettingName(
  error: ProviderError,
  sent: Readonly<Record<string, unknown>>,
): ProviderError {
  const { parameter: vendorsName = "", kind, status, retryable } = error;
  const parameter = vendorsName.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  if (!Object.hasOwn(sent, parameter) || !isOmissible(parameter)) return error;
  return new ProviderError(error.message, { kind, retryable, status, parameter });
}
