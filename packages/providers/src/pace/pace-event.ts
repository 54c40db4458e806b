/** Something that changed how fast questions are asked. */
export interface PaceEvent {
  /** Milliseconds since the first call. */
  readonly at: number;
  /**
   * `grown`: more calls at once, in the slow start. `limit`: many 429s, so that all wait and then
   * go one by one. `pause`: the vendor's headers say that nothing is left until then. `rate`: the
   * rate has moved by a tenth since it was last told.
   */
  readonly kind: "grown" | "limit" | "pause" | "rate";
  /** Calls that may be under way at once. */
  readonly concurrency: number;
  /** Requests a second; absent where nothing limits them. */
  readonly rate?: number;
  /** In words, for a log. */
  readonly reason: string;
}

/** A change of the pace as a line for people; nothing of the slow start, which is as usual. */
export function paceText({ at, kind, rate, reason }: PaceEvent): string | undefined {
  if (kind === "grown") return undefined;
  const now = rate === undefined || kind === "rate" ? "" : ` (${rate.toFixed(1)} requests a second)`;
  return `pace, after ${(at / 1000).toFixed(1)} s: ${reason}${now}`;
}
