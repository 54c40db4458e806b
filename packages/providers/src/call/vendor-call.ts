import { ProviderError } from "../errors/errors.ts";
import { type Vendor, vendorError } from "./vendor-error.ts";

/**
 * One call through an SDK, with its errors as {@link ProviderError}; an abort rejects with the caller's own reason. The
 * SDKs' own limit ends with the headers, so that a body which never ends would hang for ever; this one covers it all.
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
 * The parts of a long response as they arrive, each within the limit after the one before, with errors as above. The
 * signal that `open` is given ends it, wherever it is.
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
    // An SDK may take an abort for the end.
    limit.signal.throwIfAborted();
  } catch (error) {
    const sentence = `sent nothing more of a batch's results within ${timeoutMs} ms: run the same command again, or allow more time.`;
    throw limit.failure(error, sentence, false);
  } finally {
    limit.end();
  }
}

/** The time of a call and the signal of who waits for it, as one signal. @throws its reason where it is aborted. */
function deadline(vendor: Vendor, timeoutMs: number, outer: AbortSignal | undefined) {
  outer?.throwIfAborted();
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(abort, timeoutMs);
  outer?.addEventListener("abort", abort, { once: true });
  return {
    signal: controller.signal,
    /** What a call that threw failed of; throws the outer signal's reason where that is aborted. */
    failure(error: unknown, late: string, mayBeBilled: boolean): unknown {
      outer?.throwIfAborted();
      if (!controller.signal.aborted) return vendorError(error, vendor);
      return new ProviderError(`${vendor.title} ${late}`, {
        kind: "timeout",
        retryable: true,
        mayBeBilled,
      });
    },
    /** Lets the time begin anew. */
    renew: () => void timer.refresh(),
    /** Stops the clock and listens no more; to be called whatever came of it. */
    end(): void {
      clearTimeout(timer);
      outer?.removeEventListener("abort", abort);
    },
  };
}
