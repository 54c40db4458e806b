/** Time, so that a test can stand in for it. No result depends on it. */
export interface Clock {
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  /** Calls back once after so many milliseconds; gives what calls it off. */
  after(ms: number, callback: () => void): () => void;
}

/** The process's own clock and timers, looked up at each call. */
export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
