/**
 * A promise that rejects with the signal's reason when it is aborted, for work that does not heed
 * the signal.
 */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}
