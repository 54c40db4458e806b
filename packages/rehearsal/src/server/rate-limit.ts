import type { Wire } from "../wire/wires.ts";

/**
 * A token bucket, as vendors use for rate limits. It holds `perSecond` requests, but at least one,
 * and refills continuously at that rate, as Anthropic documents for its API. Times are in
 * milliseconds.
 *
 * @param used the seconds of the limit that are used up before the first request; 1 empties the
 * bucket
 * @throws RangeError if the rate is not a finite number above zero
 */
export function rateLimit(perSecond: number, used = 0) {
  if (!(perSecond > 0 && Number.isFinite(perSecond))) {
    throw new RangeError(`The rate limit is ${perSecond} a second: give a number above 0.`);
  }
  const capacity = Math.max(1, perSecond);
  let level = capacity - used * capacity;
  let seen = Infinity;
  const fill = (now: number): number => {
    level = Math.min(capacity, level + (Math.max(0, now - seen) * perSecond) / 1000);
    seen = seen === Infinity ? now : Math.max(seen, now);
    return level;
  };
  // A rounding error must not reject a request whose time has come.
  const whole = (value: number): number => Math.floor(value + 1e-9);
  const until = (goal: number, now: number): number =>
    Math.max(0, ((goal - fill(now)) * 1000) / perSecond);
  return {
    /** Takes one request from the bucket; `false` if there is none. */
    take(now: number): boolean {
      if (whole(fill(now)) < 1) return false;
      level = Math.max(0, level - 1);
      return true;
    },
    /** The time until one request can be taken; 0 if one can be taken now. */
    untilNext: (now: number): number => until(1, now),
    /**
     * The state of the limit in the vendor's headers. For the reset, Anthropic gives the time at
     * which the bucket is full again (RFC 3339); OpenAI gives the duration until then (`12ms`,
     * `1.5s`, `6m0s`).
     *
     * @param now milliseconds since 1970
     */
    headers(vendor: Wire["vendor"], now: number): Record<string, string> {
      const anthropic = vendor === "anthropic";
      const name = (part: string): string =>
        anthropic ? `anthropic-ratelimit-requests-${part}` : `x-ratelimit-${part}-requests`;
      const wait = until(capacity, now);
      return {
        [name("limit")]: String(Math.floor(capacity)),
        [name("remaining")]: String(whole(fill(now))),
        [name("reset")]: anthropic ? new Date(now + wait).toISOString() : duration(wait),
      };
    },
  };
}

function duration(ms: number): string {
  if (ms < 1000) return `${Math.ceil(ms)}ms`;
  const seconds = Math.ceil(ms / 10) / 100;
  const whole = Math.ceil(seconds);
  return seconds < 60 ? `${seconds}s` : `${Math.floor(whole / 60)}m${whole % 60}s`;
}
