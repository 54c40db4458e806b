import type { PaceEvent, PaceSummary } from "./pace-event.ts";

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
 * A slow start up to `concurrency`; after many 429s (see {@link limitDetector}) one wait for all, as long as the vendor
 * asks, and from then on requests evenly apart at the throughput that was reached. It is counted from the start, or the
 * limit before this one, to the end of the wait, so that the burst which a limit allows at first is not taken for its
 * rate; calls still under way then count as answered, since a rejection comes back at once.
 *
 * @param hardestRate Requests a second that are never passed; `Infinity` for none.
 */
export function pace(concurrency: number, hardestRate: number, onEvent?: (event: PaceEvent) => void): Pace {
  const detector = limitDetector();
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

  const rate = (): { readonly rate?: number } => (spaced.rate() === Infinity ? {} : { rate: spaced.rate() });
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
      if (Math.abs(spaced.rate() / told - 1) > 0.1) {
        told = spaced.rate();
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
      if (!detector.isLimit(serial) || waiting) return;
      const wait = Math.min(retryAfterMs, LONGEST_MS);
      hold(now, wait);
      detector.forget(count.sent - 1);
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

/** So many rejected of so many sent mean a real limit. */
const SPANS = [
  { sent: 40, rejected: 16 },
  { sent: 200, rejected: 50 },
] as const;

/**
 * Tells a real limit from 429s that fall at random: 40 % of the 40 requests sent up to the one
 * rejected, or 25 % of 200. Where one in ten is rejected at random the first happens about once in
 * ten thousand runs of 2,000 questions; at 30 % of 40 it would be one run in five.
 *
 * Counted in the order of sending, not of answering: a rejection comes back at once, an answer
 * after seconds, so that a random tenth of a volley would look like a run of rejections.
 */
function limitDetector() {
  let serials: number[] = [];
  let forgotten = -1;
  return {
    /** Notes that the request of this number was rejected, and says whether that is a real limit. */
    isLimit(serial: number): boolean {
      if (serial <= forgotten) return false;
      serials = serials.filter((other) => other > serial - 400);
      serials.push(serial);
      return SPANS.some(({ sent, rejected }) => {
        return serials.filter((other) => other > serial - sent && other <= serial).length >= rejected;
      });
    },
    /** Forgets all requests up to this number: what they still say is known already. */
    forget(serial: number): void {
      forgotten = serial;
      serials = serials.filter((other) => other > serial);
    },
  };
}

/** How far requests may catch up after a late timer, in milliseconds. */
const LAG_MS = 20;
const STEP = 1.02;

/**
 * Requests evenly apart at the rate of the limit that was met, if any, and never above the hard
 * limit. The rate met grows by 2 % with every second without a rejection, and shrinks by as much
 * after one with, so that it stays about where the vendor's is. Rates are in requests a second.
 */
function spacing(hardest: number) {
  let met = Infinity;
  let next = -Infinity;
  let stepAt = Infinity;
  let clean = true;
  const rate = (): number => Math.min(met, hardest);
  return {
    rate,
    next: () => next,
    sent(now: number): void {
      if (now >= stepAt) {
        met *= clean ? STEP : 1 / STEP;
        clean = true;
        stepAt = now + 1000;
      }
      if (rate() !== Infinity) next = Math.max(next, now - LAG_MS) + 1000 / rate();
    },
    rejected: () => void (clean = false),
    /** From a real limit: requests go at this rate from this moment, and at most at the former one. */
    limit(measured: number, from: number): void {
      met = Math.min(measured, met);
      next = from;
      stepAt = from + 1000;
      clean = true;
    },
  };
}
