import type { ProviderError } from "../errors/errors.ts";
import type { Act } from "./mock-server.ts";

/** A key that must be seen nowhere but in a request's header. */
export const KEY = "sk-test-0123456789-very-secret";

/** What a server can do wrong, and the error that becomes of it. */
export const faults: readonly (readonly [string, Act, Partial<ProviderError>])[] = [
  [
    "a bad request",
    errorAct(400, "invalid_request_error", "temperature: not permitted"),
    { status: 400, kind: "request", retryable: false },
  ],
  [
    "a bad request whose error quotes the key",
    errorAct(422, "invalid_request_error", `header Authorization: Bearer ${KEY}`),
    { status: 422, kind: "request", retryable: false },
  ],
  [
    "a wrong key",
    errorAct(401, "authentication_error", `invalid key ${KEY}`),
    { status: 401, kind: "auth", retryable: false },
  ],
  [
    "no permission",
    errorAct(403, "permission_error", `${KEY} may not`),
    { status: 403, kind: "auth", retryable: false },
  ],
  [
    "an unknown model",
    errorAct(404, "not_found_error", "model: no-such"),
    { status: 404, kind: "request", retryable: false },
  ],
  [
    "a request that took too long to arrive",
    errorAct(408, "timeout", "slow"),
    { status: 408, kind: "server", retryable: true },
  ],
  ["a conflict", errorAct(409, "conflict", "busy"), { status: 409, kind: "server", retryable: true }],
  [
    "a rate limit",
    errorAct(429, "rate_limit_error", "slow down", { "retry-after": "7" }),
    { status: 429, kind: "rate-limit", retryable: true, retryAfterMs: 7000 },
  ],
  [
    "a rate limit in milliseconds",
    errorAct(429, "rate_limit_error", "slow down", { "retry-after-ms": "250", "retry-after": "7" }),
    { status: 429, kind: "rate-limit", retryable: true, retryAfterMs: 250 },
  ],
  [
    "an exhausted quota",
    errorAct(429, "insufficient_quota", "You exceeded your quota"),
    { status: 429, kind: "quota", retryable: false },
  ],
  ["a failure of the vendor", errorAct(500, "api_error", "internal"), { status: 500, kind: "server", retryable: true }],
  [
    "an overloaded vendor",
    errorAct(529, "overloaded_error", "Overloaded", { "retry-after": "3" }),
    { status: 529, kind: "server", retryable: true, retryAfterMs: 3000 },
  ],
  ["a reply that is no JSON", { act: "malformed" }, { kind: "response", retryable: true }],
  ["a page with status 200", { act: "page" }, { kind: "response", retryable: true }],
  ["JSON of another shape", { act: "json", body: { hello: 1 } }, { kind: "response", retryable: true }],
  ["a dropped connection", { act: "drop" }, { kind: "connection", retryable: true }],
  ["a connection cut within the reply", { act: "cut" }, { kind: "connection", retryable: true }],
  ["a server that never answers", { act: "hang" }, { kind: "timeout", retryable: true }],
  ["a server that stops within the reply", { act: "stall" }, { kind: "timeout", retryable: true }],
];

/** An error response as the vendor writes it. */
export function errorAct(
  status: number,
  type: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Act {
  return { act: "error", status, type, message, headers };
}
