/** Calls at once at the beginning; each reply allows two more, which triples them a round. */
const FIRST = 50;
const GROWTH = 2;
/** Calls at once after a while in which nothing was answered. */
const PROBE = 10;
/** What a 429 that names no time is taken to ask for. */
const UNNAMED_MS = 1000;
/** The longest that all wait, however long a vendor asks: a request that must wait longer fails. */
const LONGEST_MS = 60_000;
/** By how much the wait grows with every one behind which nothing was answered. */
const OUTAGE_MS = 100;

/**
 * The policy alone: told what happens and when, it says when the next call may go. A slow start up to `concurrency`;
 * after many 429s (see {@link limitDetector}) one wait for all, as long as the vendor asks, and from then on requests
 * evenly apart at the throughput that was reached (see {@link spacing}). Where nothing was answered meanwhile there was
 * none, and it is taken for an outage: the calls at once begin anew, at no other rate.
 *
 * @param hardestRate Requests a second that are never passed; `Infinity` for none.
 * @param say Told of what changes the pace, as lines for people; not of the slow start, which is as usual.
 */
export function pace(concurrency: number, hardestRate: number, say?: (line: string) => void) {
  const detector = limitDetector();
  const spaced = spacing(hardestRate);
  let window = Math.min(FIRST, concurrency);
  let began: number | undefined;
  let until = -Infinity;
  let told = Infinity;
  let outages = 0;
  /** The moment at which the limit was met for which all wait. */
  let metAt: number | undefined;
  let serials = 0;

  const tell = (now: number, reason: string): void => {
    say?.(`pace, after ${((now - (began ?? now)) / 1000).toFixed(1)} s: ${reason}`);
  };
  const atRate = (): string =>
    spaced.rate() < Infinity ? ` (${spaced.rate().toFixed(1)} requests a second)` : "";

  return {
    /** Calls that may be under way at once. */
    get window(): number {
      return window;
    },
    /** The moment from which the next call may go. */
    next: (): number => Math.max(until, spaced.next()),
    /** Requests a second; `Infinity` where nothing limits them. */
    get rate(): number {
      return spaced.rate();
    },
    /** Numbers the call. */
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
      const wait = Math.min(Math.max(retryAfterMs, OUTAGE_MS * outages), LONGEST_MS);
      until = Math.max(until, now + wait);
      detector.forget(serials - 1);
      metAt = now;
      tell(now, `many 429s: all wait ${Math.round(wait)} ms, then one by one${atRate()}`);
    },
    pause(now: number, ms: number): void {
      const wait = Math.min(ms, LONGEST_MS);
      if (now + wait <= until) return;
      if (now >= until) spaced.usedUp();
      until = now + wait;
      tell(
        now,
        `the vendor's headers say that nothing is left for ${Math.round(wait)} ms${atRate()}`,
      );
    },
  };
}

/** So many rejected of so many sent mean a real limit. */
const SPANS = [
  { sent: 40, rejected: 16 },
  { sent: 200, rejected: 50 },
] as const;

/**
 * Tells a real limit from 429s that fall at random: 40 % of the 40 requests sent up to the one rejected, or 25 % of
 * 200. Where one in ten is rejected at random the first happens about once in ten thousand runs of 2,000 questions; at
 * 30 % of 40 it would be one run in five. Counted in the order of sending: a rejection comes back at once and an answer
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
        return (
          serials.filter((other) => other > serial - sent && other <= serial).length >= rejected
        );
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
/** What is accepted is counted over so long at least, or chance would decide the rate. */
const SHORTEST_MS = 50;
/**
 * By what the rate grows in a second: at first, at most, once it has been near the vendor's, and where some were
 * rejected on the way there, of which nobody knows yet whether they are the first of many.
 */
const FAST = 1.5;
const FASTEST = 3;
const FINE = 1.02;
const DOUBTFUL = 1.2;
/** So large a share of a second's requests, and one more, must be rejected to be too many: a tenth falls at random. */
const CROWDED = 0.2;

/**
 * Requests evenly apart at the rate of the limit that was met, if any, and never above the hard limit. The rate met
 * grows by half in a second, and by more in each that follows, until too many are rejected: then it is what was
 * accepted in that second. From there it grows in fine steps, each after a second without a rejection and wider than
 * the one before, so that a rate which was measured in a bad moment is not kept. Rates are in requests a second.
 */
function spacing(hardest: number) {
  let met = Infinity;
  let next = -Infinity;
  let growth = FAST;
  let second = { at: 0, serial: 0, sent: 0, rejected: 0 };
  /** What was accepted in the second before, and how long that was in milliseconds. */
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
      // Before any limit the second is all the time since the first request.
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
    /** The vendor says that nothing is left: the rate was above its own. */
    usedUp(): void {
      met /= Math.min(growth, FAST);
      growth = FINE;
    },
    /**
     * From a real limit, met at one moment and waited for until another: requests go at the rate of what was accepted
     * up to it, and at most at the former one. The first time the wait counts as well, so that what a limit allows at
     * once is not taken for its rate. Gives whether anything was accepted: if nothing was, the rate stays.
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
