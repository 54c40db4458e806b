import pRetry from "p-retry";
import { ProviderError } from "../errors/errors.ts";

/** The longest pause between two tries, in milliseconds. */
const LONGEST_MS = 60_000;

/**
 * What the call gives, tried again up to six times while its errors may pass: for the few calls
 * around a batch, which are too rare to need jitter or a pace. A pause is what the vendor asks for,
 * and the call fails at once where that is more than a minute; else a second, doubled each time.
 *
 * @param mayPass Which errors are no reason to give up; those that are `retryable` by default.
 */
export function retryBatchCall<T>(
  call: () => Promise<T>,
  { wait }: { readonly wait: (ms: number) => Promise<void> },
  mayPass: (error: ProviderError) => boolean = ({ retryable }) => retryable,
): Promise<T> {
  return pRetry(call, {
    retries: 6,
    minTimeout: 0,
    shouldRetry: async ({ error, attemptNumber }) => {
      if (!(error instanceof ProviderError && mayPass(error))) return false;
      const ms = error.retryAfterMs ?? Math.min(LONGEST_MS, 1000 * 2 ** (attemptNumber - 1));
      if (ms > LONGEST_MS) return false;
      await wait(ms);
      return true;
    },
  });
}
