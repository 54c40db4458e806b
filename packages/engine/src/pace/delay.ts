import type { CallContext } from "@promptnce/core";

/** The longest wait before something is sent again, in milliseconds, whatever a vendor asks for. */
export const LONGEST_WAIT_MS = 60_000;

/** The wait before the next attempt where nobody names one: the first, doubled with every attempt. */
export function backOffMs(firstMs: number, attempt: number): number {
  return Math.min(LONGEST_WAIT_MS, firstMs * 2 ** (attempt - 1));
}

/**
 * Resolves after at least `ms` milliseconds; rejects at once with the signal's reason when aborted.
 *
 * @example
 * const stop = AbortSignal.abort("stopped");
 * await delay(60_000, stop).catch((reason) => reason); // → "stopped"
 */
export function delay(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const due = performance.now() + ms;
    // A timer counts whole milliseconds of a truncated clock, so it may fire early.
    const check = (): void => {
      const left = due - performance.now();
      if (left > 0) {
        timer = setTimeout(check, Math.ceil(left));
        return;
      }
      signal?.removeEventListener("abort", leave);
      resolve();
    };
    const leave = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    let timer = setTimeout(check, Math.ceil(ms));
    signal?.addEventListener("abort", leave, { once: true });
  });
}

/**
 * The signal that ends a call's wait for its turn or its retry: the caller's signal or the run's
 * closing, whichever is aborted first, with its reason. A call under way heeds only the caller's
 * signal.
 */
export function waitSignal(call: CallContext | undefined): AbortSignal | undefined {
  const { signal, closing } = call ?? {};
  if (signal === undefined || closing === undefined) return signal ?? closing;
  return AbortSignal.any([signal, closing]);
}

/**
 * An alarm: `wait` resolves after `ms` milliseconds or when `ring` is called. A ring that nobody
 * waits for ends the next wait at once.
 *
 * @example
 * const { ring, wait } = newAlarm();
 * ring();
 * await wait(60_000); // → undefined
 */
export function newAlarm() {
  let rung = new AbortController();
  return {
    // By default each call makes an exception with a trace, even where it has been rung before.
    ring: (): void => rung.abort(null),
    wait: async (ms: number): Promise<void> => {
      await delay(ms, rung.signal).catch(() => {});
      rung = new AbortController();
    },
  };
}
