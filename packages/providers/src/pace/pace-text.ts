import type { PaceEvent } from "./pace-event.ts";

/** A change of the pace as a line for people; nothing of the slow start, which is as usual. */
export function paceText({ at, kind, rate, reason }: PaceEvent): string | undefined {
  if (kind === "grown") return undefined;
  const now = rate === undefined || kind === "rate" ? "" : ` (${rate.toFixed(1)} requests a second)`;
  return `pace, after ${(at / 1000).toFixed(1)} s: ${reason}${now}`;
}
