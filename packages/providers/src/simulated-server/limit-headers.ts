import type { TokenBucket } from "./token-bucket.ts";
import type { Wire } from "../wire/wire.ts";

/**
 * The state of a limit on requests in the vendor's own headers: Anthropic gives the time at which
 * all are there again (RFC 3339), OpenAI how long that takes (`12ms`, `1.5s`, `6m0s`).
 *
 * @param now Milliseconds since 1970.
 */
export function limitHeaders(vendor: Wire["vendor"], bucket: TokenBucket, now: number): Record<string, string> {
  const limit = String(bucket.capacity);
  const remaining = String(bucket.remaining(now));
  const wait = bucket.untilFull(now);
  if (vendor === "anthropic") {
    return {
      "anthropic-ratelimit-requests-limit": limit,
      "anthropic-ratelimit-requests-remaining": remaining,
      "anthropic-ratelimit-requests-reset": new Date(now + wait).toISOString(),
    };
  }
  return {
    "x-ratelimit-limit-requests": limit,
    "x-ratelimit-remaining-requests": remaining,
    "x-ratelimit-reset-requests": duration(wait),
  };
}

function duration(ms: number): string {
  if (ms < 1000) return `${Math.ceil(ms)}ms`;
  const seconds = Math.ceil(ms / 10) / 100;
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${Math.ceil(seconds % 60)}s`;
}
