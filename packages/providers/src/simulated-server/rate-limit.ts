import type { Wire } from "../wire/wires.ts";

/**
 * A rate limit as vendors keep it: it holds `perSecond` requests, at least one, and fills at that rate without steps,
 * as Anthropic describes its own. What was not used is saved up, to one second's worth. Times are in milliseconds.
 *
 * @param used So many seconds' worth are used up before the first request; 1 is an empty bucket.
 * @throws RangeError where the rate is not above zero.
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
  // A request whose time has come to within a rounding error is not sent away.
  const whole = (value: number): number => Math.floor(value + 1e-9);
  const until = (goal: number, now: number): number =>
    Math.max(0, ((goal - fill(now)) * 1000) / perSecond);
  return {
    /** Takes one request's place, or gives `false` where there is none. */
    take(now: number): boolean {
      if (whole(fill(now)) < 1) return false;
      level = Math.max(0, level - 1);
      return true;
    },
    /** How long it is until one request can be taken; 0 where one can be taken now. */
    untilNext: (now: number): number => until(1, now),
    /**
     * How the limit stands, in the vendor's own headers: Anthropic gives the time at which all requests
     * are there again (RFC 3339), OpenAI how long that takes (`12ms`, `1.5s`, `6m0s`).
     *
     * @param now Milliseconds since 1970.
     */
    headers(vendor: Wire["vendor"], now: number): Record<string, string> {
      const anthropic = vendor === "anthropic";
      const name = (of: string): string =>
        anthropic ? `anthropic-ratelimit-requests-${of}` : `x-ratelimit-${of}-requests`;
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
