import { type Clock, systemClock } from "./clock.ts";

/** Resolves after so many milliseconds; rejects at once with the signal's own reason when aborted. */
export function waited(ms: number, signal: AbortSignal | undefined, clock: Clock = systemClock): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const leave = (): void => {
      cancel();
      reject(signal?.reason as Error);
    };
    const cancel = clock.after(ms, () => {
      signal?.removeEventListener("abort", leave);
      resolve();
    });
    signal?.addEventListener("abort", leave, { once: true });
  });
}
