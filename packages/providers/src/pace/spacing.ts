/** How far requests may catch up after a late timer, in milliseconds. */
const LAG_MS = 20;
const STEP = 1.02;

/** Keeps requests apart in time. Rates are in requests a second, moments in milliseconds. */
export interface Spacing {
  /** Requests a second that are let through now; `Infinity` where nothing limits. */
  readonly rate: number;
  /** The moment from which the next may be sent. */
  next(): number;
  sent(now: number): void;
  rejected(): void;
  /** From a real limit: requests go at this rate from this moment, and at most at the former one. */
  limit(rate: number, from: number): void;
}

/**
 * Requests evenly apart at the rate of the limit that was met, if any, and never above the hard
 * limit. The rate met grows by 2 % with every second without a rejection, and shrinks by as much
 * after one with, so that it stays about where the vendor's is.
 *
 * @param hardest Requests a second that are never passed; `Infinity` for none.
 */
export function spacing(hardest: number): Spacing {
  let met = Infinity;
  let next = -Infinity;
  let stepAt = Infinity;
  let clean = true;
  const rate = (): number => Math.min(met, hardest);
  return {
    get rate() {
      return rate();
    },
    next: () => next,
    sent(now) {
      if (now >= stepAt) {
        met *= clean ? STEP : 1 / STEP;
        clean = true;
        stepAt = now + 1000;
      }
      if (rate() !== Infinity) next = Math.max(next, now - LAG_MS) + 1000 / rate();
    },
    rejected() {
      clean = false;
    },
    limit(measured, from) {
      met = Math.min(measured, met);
      next = from;
      stepAt = from + 1000;
      clean = true;
    },
  };
}
