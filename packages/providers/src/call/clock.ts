/** Time, so that a test can stand in for it. No result depends on it. */
export interface Clock {
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  /** Calls back once, no sooner than after so many milliseconds; gives what calls it off. */
  after(ms: number, callback: () => void): () => void;
}

/** The process's own clock and timers, looked up at each call. */
export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, callback) {
    const due = performance.now() + ms;
    // A timer counts whole milliseconds of a clock that is cut down to them, so it may be early.
    const check = (): void => {
      const left = due - performance.now();
      if (left > 0) timer = setTimeout(check, Math.ceil(left));
      else callback();
    };
    let timer = setTimeout(check, Math.ceil(ms));
    return () => clearTimeout(timer);
  },
};
