import { ProviderError } from "@promptnce/core/errors";
import { type Vendor, vendorError } from "./vendor-error.ts";

/**
 * The result of one call through an SDK. Errors are {@link ProviderError}s; an abort rejects with
 * the caller's reason. The SDKs' own time limit ends with the headers, so an endless body would
 * hang forever; this limit covers the whole call.
 */
export async function vendorCall<T>(
  vendor: Vendor,
  timeoutMs: number,
  outer: AbortSignal | undefined,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = deadline(vendor, timeoutMs, outer);
  try {
    return await call(limit.signal);
  } catch (error) {
    throw limit.failure(
      error,
      `did not answer within ${timeoutMs} ms: try again, or allow more time.`,
      true,
    );
  } finally {
    limit.end();
  }
}

/**
 * Yields the parts of a long response as they arrive, each within the time limit after the previous
 * one; errors are as in {@link vendorCall}. The signal passed to `open` ends the response at any
 * point.
 */
export async function* vendorStream<T>(
  vendor: Vendor,
  timeoutMs: number,
  outer: AbortSignal | undefined,
  open: (signal: AbortSignal) => Promise<AsyncIterable<T>>,
): AsyncGenerator<T, void> {
  const limit = deadline(vendor, timeoutMs, outer);
  try {
    for await (const part of await open(limit.signal)) {
      yield part;
      limit.renew();
    }
    // An SDK may treat an abort as the end of the response.
    limit.signal.throwIfAborted();
  } catch (error) {
    const sentence = `sent nothing more of a batch's results within ${timeoutMs} ms: repeat the run, or allow more time.`;
    throw limit.failure(error, sentence, false);
  } finally {
    limit.end();
  }
}

/**
 * The time limit of a call combined with the caller's signal.
 *
 * @throws The signal's reason where it is already aborted.
 */
function deadline(vendor: Vendor, timeoutMs: number, outer: AbortSignal | undefined) {
  outer?.throwIfAborted();
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(abort, timeoutMs);
  outer?.addEventListener("abort", abort, { once: true });
  return {
    signal: controller.signal,
    /**
     * The error to report for a call that threw; throws the outer signal's reason if that is
     * aborted.
     */
    failure(error: unknown, late: string, mayBeBilled: boolean): unknown {
      outer?.throwIfAborted();
      if (!controller.signal.aborted) return vendorError(error, vendor);
      return new ProviderError(`${vendor.title} ${late}`, {
        kind: "timeout",
        retryable: true,
        mayBeBilled,
      });
    },
    /** Restarts the time limit. */
    renew: () => void timer.refresh(),
    /** Stops the timer and removes the listener; must always be called. */
    end(): void {
      clearTimeout(timer);
      outer?.removeEventListener("abort", abort);
    },
  };
}

/**
 * A promise that rejects with the signal's reason when it is aborted, for work that does not heed
 * the signal.
 */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}
