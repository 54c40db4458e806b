/** Headers as both SDKs give them. */
interface Headers {
  get(name: string): string | null;
}

/**
 * How long a response asks to wait, in milliseconds, never below zero; `undefined` where it does
 * not say, or not in a form that can be read. `retry-after-ms` goes before `retry-after`, which is
 * a number of seconds or an HTTP date. Not capped: that is for the retry policy to decide.
 *
 * @param now Milliseconds since 1970, for a date.
 */
export function retryAfterMs(headers: Headers, now: () => number = Date.now): number | undefined {
  const ms = number(headers.get("retry-after-ms"));
  if (ms !== undefined) return Math.max(0, ms);
  const value = headers.get("retry-after");
  const seconds = number(value);
  if (seconds !== undefined) return Math.max(0, seconds * 1000);
  const date = value === null ? Number.NaN : Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now());
}

function number(text: string | null): number | undefined {
  if (text === null || text.trim() === "") return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}
