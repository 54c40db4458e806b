import { LONGEST_WAIT_MS } from "./delay.ts";

/**
 * The concurrency at the start; each reply adds two to it, so it triples with each round of
 * replies.
 */
const FIRST = 50;
const GROWTH = 2;
/** The concurrency after an outage. */
const PROBE = 10;
/** The wait assumed for a 429 without `retry-after`. */
const UNNAMED_MS = 1000;
/** How much the wait grows with every wait in a row that no reply preceded. */
const OUTAGE_MS = 100;

/**
 * The pacing policy without timers: told what happens and when, it says when the next call may go.
 * It starts slowly and rises to `concurrency`. After many 429s (see {@link limitDetector}) all
 * requests wait once, as long as the vendor asks, and are then spaced evenly at the throughput
 * reached (see {@link spacing}). If nothing was answered until then, there is no throughput to go
 * by and it counts as an outage: the concurrency starts low again, and the rate stays.
 *
 * @param hardestRate The hard limit in requests a second; `Infinity` for none.
 * @param say Receives changes of the pace as lines for people, except for the slow start.
 */
export function pace(concurrency: number, hardestRate: number, say?: (line: string) => void) {
  const detector = limitDetector();
  const spaced = spacing(hardestRate);
  let window = Math.min(FIRST, concurrency);
  let began: number | undefined;
  let until = -Infinity;
  let told = Infinity;
  let outages = 0;
  /** When the limit was hit that all requests are waiting for. */
  let metAt: number | undefined;
  let serials = 0;

  const tell = (now: number, reason: string): void => {
    say?.(`pace, after ${((now - (began ?? now)) / 1000).toFixed(1)} s: ${reason}`);
  };
  const atRate = (): string =>
    spaced.rate() < Infinity ? ` (${spaced.rate().toFixed(1)} requests a second)` : "";

  return {
    /** The number of calls that may be under way at once. */
    get window(): number {
      return window;
    },
    /** The earliest time for the next call. */
    next: (): number => Math.max(until, spaced.next()),
    /** Requests a second; `Infinity` without a limit. */
    get rate(): number {
      return spaced.rate();
    },
    /** Notes that a call is sent, and returns its serial number. */
    sent(now: number): number {
      began ??= now;
      if (metAt !== undefined) {
        outages = spaced.limit(metAt, now, serials) ? 0 : outages + 1;
        metAt = undefined;
        if (outages > 0) window = Math.min(PROBE, window);
      }
      spaced.sent(serials, now);
      if (Math.abs(spaced.rate() / told - 1) > 0.1) {
        told = spaced.rate();
        tell(now, `${told.toFixed(1)} requests a second`);
      }
      return serials++;
    },
    replied(): void {
      window = Math.min(concurrency, window + GROWTH);
    },
    rejected(serial: number, now: number, retryAfterMs: number = UNNAMED_MS): void {
      spaced.rejected(serial);
      if (!detector.isLimit(serial) || metAt !== undefined) return;
      const wait = Math.min(Math.max(retryAfterMs, OUTAGE_MS * outages), LONGEST_WAIT_MS);
      until = Math.max(until, now + wait);
      detector.forget(serials - 1);
      metAt = now;
      tell(now, `many 429s: all wait ${Math.round(wait)} ms, then one by one${atRate()}`);
    },
    pause(now: number, ms: number): void {
      const wait = Math.min(ms, LONGEST_WAIT_MS);
      if (now + wait <= until) return;
      if (now >= until) spaced.usedUp();
      until = now + wait;
      tell(
        now,
        `the vendor's headers say that no request is allowed for ${Math.round(wait)} ms${atRate()}`,
      );
    },
  };
}

/** A real limit: at least `rejected` of `sent` requests were rejected. */
const SPANS = [
  { sent: 40, rejected: 16 },
  { sent: 200, rejected: 50 },
] as const;

/**
 * Distinguishes a real limit from random 429s: 40 % of the last 40 requests up to the rejected one,
 * or 25 % of the last 200. If one request in ten is rejected at random, the first criterion is met
 * by chance in about one of ten thousand runs of 2,000 questions; at 30 % of 40 it would be one run
 * in five. Requests are counted in the order of sending: a rejection returns at once and a reply
 * after seconds, so a random tenth of a volley would look like a series of rejections.
 */
function limitDetector() {
  let serials: number[] = [];
  let forgotten = -1;
  return {
    /**
     * Notes that the request with this serial number was rejected, and tells whether this is a real
     * limit.
     */
    isLimit(serial: number): boolean {
      if (serial <= forgotten) return false;
      serials = serials.filter((other) => other > serial - 400);
      serials.push(serial);
      return SPANS.some(({ sent, rejected }) => {
        return (
          serials.filter((other) => other > serial - sent && other <= serial).length >= rejected
        );
      });
    },
    /** Forgets all requests up to this serial number: their late rejections tell nothing new. */
    forget(serial: number): void {
      forgotten = serial;
      serials = serials.filter((other) => other > serial);
    },
  };
}

/** How much delay of a late timer requests may make up for, in milliseconds. */
const LAG_MS = 20;
/**
 * The shortest time over which accepted requests are counted; over less, chance would decide the
 * rate.
 */
const SHORTEST_MS = 50;
/**
 * The factors by which the rate grows in a second: at first; at most; once it has been near the
 * vendor's limit; and while some requests are rejected on the way there, which may be the first of
 * many.
 */
const FAST = 1.5;
const FASTEST = 3;
const FINE = 1.02;
const DOUBTFUL = 1.2;
/**
 * Too many rejections: more than this share of a second's requests, plus one. A tenth may be
 * rejected at random.
 */
const CROWDED = 0.2;

/**
 * Spaces requests evenly at the rate of the limit hit, if any, and never above the hard limit. That
 * rate grows by half in the first second, and by more in each that follows, until too many requests
 * are rejected. It is then set to what was accepted in that second, and grows in fine steps, each
 * after a second without a rejection and wider than the one before. So a rate measured at a bad
 * moment does not persist. Rates are in requests a second.
 */
function spacing(hardest: number) {
  let met = Infinity;
  let next = -Infinity;
  let growth = FAST;
  let second = { at: 0, serial: 0, sent: 0, rejected: 0 };
  /** The requests accepted in the previous second, and its length in milliseconds. */
  let before = { accepted: 0, ms: 0 };
  const rate = (): number => Math.min(met, hardest);
  const begin = (at: number, serial: number, accepted: number, ms: number): void => {
    before = { accepted, ms };
    second = { at, serial, sent: 0, rejected: 0 };
  };
  const step = (ms: number): void => {
    const { sent, rejected } = second;
    if (rejected > 1 + CROWDED * sent) {
      met = Math.min(met, Math.max(((sent - rejected) * 1000) / ms, met / FAST));
      growth = FINE;
    } else if (rejected === 0) {
      met *= growth;
      growth = Math.min(FASTEST, growth ** 1.5);
    } else if (growth < DOUBTFUL) growth = FINE;
    else {
      growth = DOUBTFUL;
      met *= growth;
    }
  };
  return {
    rate,
    next: () => next,
    sent(serial: number, now: number): void {
      if (serial === 0) begin(now, serial, 0, 0);
      const ms = now - second.at;
      // Before any limit, the "second" is all the time since the first request.
      if (met !== Infinity && ms >= 1000) {
        step(ms);
        begin(now, serial, second.sent - second.rejected, ms);
      }
      second.sent++;
      if (rate() !== Infinity) next = Math.max(next, now - LAG_MS) + 1000 / rate();
    },
    rejected(serial: number): void {
      if (serial >= second.serial) second.rejected++;
    },
    /** The vendor reports that its limit is used up: the rate was too high. */
    usedUp(): void {
      met /= Math.min(growth, FAST);
      growth = FINE;
    },
    /**
     * Sets the rate after a real limit, hit at `metAt` and waited for until `now`, and returns
     * whether any request was accepted. The rate is that of the requests accepted before the limit,
     * and at most the former one; if none was accepted, it stays. At the first limit the wait
     * counts as well, so that the burst a limit allows is not taken for its rate.
     */
    limit(metAt: number, now: number, serial: number): boolean {
      const accepted = before.accepted + second.sent - second.rejected;
      const ms = before.ms + (met === Infinity ? now : metAt) - second.at;
      if (accepted > 0) {
        growth = met === Infinity || ms < 1000 ? FAST : FINE;
        met = Math.min(met, (accepted * 1000) / Math.max(SHORTEST_MS, ms));
      }
      next = now;
      begin(now, serial, 0, 0);
      return accepted > 0;
    },
  };
}
