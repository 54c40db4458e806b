import type { Act } from "../wire/act.ts";
import type { Wire } from "../wire/wire.ts";

const TYPES: Readonly<Record<Wire["vendor"], Readonly<Record<429 | 500 | 529, string>>>> = {
  anthropic: { 429: "rate_limit_error", 500: "api_error", 529: "overloaded_error" },
  openai: { 429: "rate_limit_exceeded", 500: "server_error", 529: "server_is_overloaded" },
};

const MESSAGES = {
  429: "Too many requests (simulated).",
  500: "Something failed here (simulated).",
  529: "Overloaded (simulated).",
} as const;

/**
 * An error as the vendor words it. `retryAfter` is in seconds and sent as it is, with decimals
 * where it has them.
 */
export function rejection(
  vendor: Wire["vendor"],
  status: 429 | 500 | 529,
  headers: Readonly<Record<string, string>>,
  retryAfter?: number,
): Act {
  const wait = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
  const type = TYPES[vendor][status];
  return {
    act: "error",
    status,
    type,
    message: MESSAGES[status],
    headers: { ...headers, ...wait },
  };
}
