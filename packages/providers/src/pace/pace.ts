import { crowding } from "./crowding.ts";
import type { PaceEvent, PaceSummary } from "./pace-event.ts";
import { spacing } from "./spacing.ts";

/** Calls at once at the beginning; each reply allows two more, which triples them a round. */
const FIRST = 50;
const GROWTH = 2;
/** What a 429 that names no time is taken to ask for. */
const UNNAMED_MS = 1000;
/** The longest that all wait, however long a vendor asks: a request that must wait longer fails. */
const LONGEST_MS = 60_000;

/** The policy alone: told what happens and when, it says when the next call may go. */
export interface Pace {
  /** Calls that may be under way at once. */
  readonly window: number;
  /** The moment from which the next call may go. */
  next(): number;
  /** Numbers the call. */
  sent(now: number, underWay: number): number;
  replied(now: number): void;
  rejected(serial: number, now: number, retryAfterMs: number | undefined): void;
  pause(now: number, ms: number): void;
  summary(): PaceSummary;
}

/**
 * A slow start up to `concurrency`; after many 429s (see `crowding`) one wait for all, as long as
 * the vendor asks, and from then on requests evenly apart at the throughput that was reached. It is
 * counted from the start, or the limit before this one, to the end of the wait, so that the burst
 * which a limit allows at first is not taken for its rate; calls still under way then count as
 * answered, since a rejection comes back at once.
 */
export function pace(concurrency: number, hardestRate: number, onEvent?: (event: PaceEvent) => void): Pace {
  const crowd = crowding();
  const spaced = spacing(hardestRate);
  let window = Math.min(FIRST, concurrency);
  let doubled = window;
  let began: number | undefined;
  let until = -Infinity;
  let told = Infinity;
  const count = { sent: 0, rejected: 0, limits: 0, pausedMs: 0, peak: 0 };
  // Since the start or the last limit: what the throughput is measured on.
  let since = 0;
  let replies = 0;
  let waiting = false;

  const rate = (): { readonly rate?: number } => (spaced.rate === Infinity ? {} : { rate: spaced.rate });
  const tell = (now: number, kind: PaceEvent["kind"], reason: string): void => {
    onEvent?.({ at: now - (began ?? now), kind, concurrency: window, ...rate(), reason });
  };
  const hold = (now: number, ms: number): void => {
    const end = Math.max(until, now + ms);
    count.pausedMs += end - Math.max(until, now);
    until = end;
  };

  const resume = (now: number, underWay: number): void => {
    waiting = false;
    const seconds = Math.max(1, (now - since) / 1000);
    spaced.limit(Math.max(1, replies + underWay) / seconds, now);
    since = now;
    replies = 0;
  };

  return {
    get window() {
      return window;
    },
    next: () => Math.max(until, spaced.next()),
    sent(now, underWay) {
      if (began === undefined) began = since = now;
      if (waiting) resume(now, underWay - 1);
      count.peak = Math.max(count.peak, underWay);
      spaced.sent(now);
      if (Math.abs(spaced.rate / told - 1) > 0.1) {
        told = spaced.rate;
        tell(now, "rate", `${told.toFixed(1)} requests a second`);
      }
      return count.sent++;
    },
    replied(now) {
      replies++;
      window = Math.min(concurrency, window + GROWTH);
      if (window < doubled * 2 && !(window === concurrency && doubled < window)) return;
      doubled = window;
      tell(now, "grown", `${window} calls at once, since calls are answered`);
    },
    rejected(serial, now, retryAfterMs = UNNAMED_MS) {
      count.rejected++;
      spaced.rejected();
      if (!crowd.rejected(serial) || waiting) return;
      const wait = Math.min(retryAfterMs, LONGEST_MS);
      hold(now, wait);
      crowd.forget(count.sent - 1);
      count.limits++;
      waiting = true;
      tell(now, "limit", `many 429s: all wait ${Math.round(wait)} ms, then one by one`);
    },
    pause(now, ms) {
      const wait = Math.min(ms, LONGEST_MS);
      if (now + wait <= until) return;
      hold(now, wait);
      tell(now, "pause", `the vendor's headers say that nothing is left for ${Math.round(wait)} ms`);
    },
    summary: () => ({ ...count, ...rate() }),
  };
}
