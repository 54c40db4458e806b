/** The time that something may take and the signal of whoever waits for it, as one signal. */
export interface Deadline {
  /** Aborted when the time is up or the outer signal is. */
  readonly signal: AbortSignal;
  /** Whether the time is up. */
  readonly passed: boolean;
  /** Lets the time begin anew. */
  renew(): void;
  /** Stops the clock and listens no more; to be called whatever came of it. */
  end(): void;
}

/** A deadline that begins now. @throws the outer signal's reason where it is aborted already. */
export function deadline(timeoutMs: number, outer: AbortSignal | undefined): Deadline {
  outer?.throwIfAborted();
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  let passed = false;
  const timer = setTimeout(() => {
    passed = true;
    abort();
  }, timeoutMs);
  outer?.addEventListener("abort", abort, { once: true });
  return {
    signal: controller.signal,
    get passed() {
      return passed;
    },
    renew: () => void timer.refresh(),
    end() {
      clearTimeout(timer);
      outer?.removeEventListener("abort", abort);
    },
  };
}

/** Rejects with the signal's own reason when it is aborted, for work that does not heed it. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}
