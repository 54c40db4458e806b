import type { ProviderError, ProviderErrorKind } from "@promptnce/core/errors";
import type { WireError, WireFault } from "@promptnce/rehearsal/wire";

/** A key that must be seen nowhere but in a request's header. */
export const KEY = "sk-test-0123456789-very-secret";

type Row = readonly [
  title: string,
  status: number,
  type: string,
  message: string,
  kind: ProviderErrorKind,
  wait?: readonly [headers: Readonly<Record<string, string>>, ms: number],
];

const RETRYABLE: readonly ProviderErrorKind[] = ["rate-limit", "server"];

/** Error responses as the vendors write them. */
const errors: readonly Row[] = [
  ["a bad request", 400, "invalid_request_error", "temperature: not permitted", "request"],
  [
    "a bad request that quotes the key",
    422,
    "invalid_request_error",
    `header Authorization: Bearer ${KEY}`,
    "request",
  ],
  ["a wrong key", 401, "authentication_error", `invalid key ${KEY}`, "auth"],
  ["no permission", 403, "permission_error", `${KEY} may not`, "auth"],
  ["an unknown model", 404, "not_found_error", "model: no-such", "model"],
  ["a request that took too long to arrive", 408, "timeout", "slow", "server"],
  ["a conflict", 409, "conflict", "busy", "server"],
  [
    "a rate limit",
    429,
    "rate_limit_error",
    "slow down",
    "rate-limit",
    [{ "retry-after": "7" }, 7000],
  ],
  [
    "a rate limit in milliseconds",
    429,
    "rate_limit_error",
    "slow down",
    "rate-limit",
    [{ "retry-after-ms": "250", "retry-after": "7" }, 250],
  ],
  ["an exhausted quota", 429, "insufficient_quota", "You exceeded your quota", "quota"],
  ["a failure of the vendor", 500, "api_error", "internal", "server"],
  [
    "an overloaded vendor",
    529,
    "overloaded_error",
    "Overloaded",
    "server",
    [{ "retry-after": "3" }, 3000],
  ],
];

/** What a server can do wrong, and the error that becomes of it. */
export const faults: readonly (readonly [
  title: string,
  answer:
    | WireError
    | { readonly fault: WireFault; readonly everyMs?: number }
    | { readonly json: unknown },
  error: Partial<ProviderError>,
])[] = [
  ...errors.map(([title, status, type, message, kind, wait]) => {
    const [headers = {}, retryAfterMs] = wait ?? [];
    const error = {
      status,
      kind,
      retryable: RETRYABLE.includes(kind),
      ...(retryAfterMs && { retryAfterMs }),
    };
    return [title, { status, type, message, headers }, error] as const;
  }),
  ["a reply that is no JSON", { fault: "garbled" }, { kind: "response", retryable: true }],
  ["a page with status 200", { fault: "page" }, { kind: "response", retryable: true }],
  ["JSON of another shape", { json: { hello: 1 } }, { kind: "response", retryable: true }],
  ["a dropped connection", { fault: "drop" }, { kind: "connection", retryable: true }],
  ["a connection cut within the reply", { fault: "cut" }, { kind: "cut", retryable: true }],
  ["a server that never answers", { fault: "hang" }, { kind: "timeout", retryable: true }],
  [
    "a server that stops within the reply",
    { fault: "stall" },
    { kind: "timeout", retryable: true },
  ],
  [
    "a reply byte by byte without an end",
    { fault: "drip", everyMs: 5 },
    { kind: "timeout", retryable: true },
  ],
];
