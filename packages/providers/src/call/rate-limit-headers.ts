/** Headers as both SDKs return them. */
type Headers = Pick<globalThis.Headers, "get">;

/**
 * How long a response asks to wait, in milliseconds, never below zero; `undefined` where it does
 * not say, or in no readable form. `retry-after-ms` takes precedence over `retry-after`, which is a
 * number of seconds or an HTTP date, counted from the response's own `Date`, since the server's clock
 * may differ from ours. The value is not capped: the retry policy decides.
 */
export function retryAfterMs(headers: Headers): number | undefined {
  const ms = number(headers.get("retry-after-ms"));
  if (ms !== undefined) return Math.max(0, ms);
  const value = headers.get("retry-after");
  // Where it comes twice, the first counts; a date has a comma too.
  const seconds = number(value?.split(",")[0] ?? null);
  if (seconds !== undefined) return Math.max(0, seconds * 1000);
  const date = Date.parse(value ?? "");
  return Number.isNaN(date) ? undefined : Math.max(0, date - sentAt(headers));
}

/** When a response was sent, by its server's clock, in milliseconds since 1970. */
function sentAt(headers: Headers): number {
  const date = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(date) ? Date.now() : date;
}

function number(text: string | null): number | undefined {
  const value = text?.trim() ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

/**
 * The headers for what remains and when it is replenished: Anthropic's time in RFC 3339, OpenAI's
 * as a duration (`6m0s`, `12ms`).
 */
const LIMITS = ["requests", "tokens", "input-tokens", "output-tokens"].flatMap((family) => [
  [`anthropic-ratelimit-${family}-remaining`, `anthropic-ratelimit-${family}-reset`] as const,
  [`x-ratelimit-remaining-${family}`, `x-ratelimit-reset-${family}`] as const,
]);

/**
 * How long no further request will be admitted, in milliseconds, according to a vendor's rate-limit
 * headers: the longest time until an exhausted limit is reset. `undefined` where no limit is
 * exhausted, or the headers do not say.
 */
export function rateLimitPauseMs(headers: Headers): number | undefined {
  const used = LIMITS.filter(([remaining]) =>
    /^(-\d+|0+)$/.test(headers.get(remaining)?.trim() ?? ""),
  );
  const waits = used.map(([, reset]) => {
    const text = headers.get(reset) ?? "";
    return reset.startsWith("x-") ? durationMs(text) : Date.parse(text) - sentAt(headers);
  });
  const longest = Math.max(...waits.filter((ms) => ms > 0));
  return longest > 0 ? longest : undefined;
}

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/**
 * The milliseconds of a duration such as `1h2m3.5s`, `6m0s` or `12ms`; `NaN` where the text is not
 * a duration.
 */
export function durationMs(text: string): number {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|[hms]))+$/.test(text)) return Number.NaN;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|[hms])/g)];
  return parts.reduce(
    (sum, [, value = "", unit = ""]) => sum + Number(value) * (UNITS[unit] as number),
    0,
  );
}

/**
 * The pauses that came with replies and errors. They are kept separately, since an account's load
 * is no part of a reply.
 */
const pauses = new WeakMap<object, number>();

/**
 * Returns the given reply or error, and remembers for it the pause that the response's headers ask
 * for.
 *
 * @example
 * const used = { "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "2s" };
 * const reply = withPause({ text: "0.4", stop: "end" }, new Headers(used));
 * pauseOf(reply); // → 2000
 */
export function withPause<T extends object>(subject: T, headers: Headers): T {
  const ms = rateLimitPauseMs(headers);
  if (ms !== undefined) pauses.set(subject, ms);
  return subject;
}

/**
 * The pause that {@link withPause} remembered, in milliseconds from the time of the response.
 *
 * @example
 * pauseOf({ text: "0.4", stop: "end" }); // → undefined
 */
export function pauseOf(subject: unknown): number | undefined {
  return typeof subject === "object" && subject !== null ? pauses.get(subject) : undefined;
}
