import { deadline } from "./deadline.ts";
import { ProviderError } from "../errors/errors.ts";
import { type Vendor, vendorError } from "./vendor-error.ts";

/**
 * The parts of a long response as they arrive, each within the time limit after the one before;
 * errors as {@link ProviderError}. An abort by the caller throws the signal's own reason.
 *
 * @param open Begins the response; its signal ends it, wherever it is.
 */
export async function* vendorStream<T>(
  vendor: Vendor,
  timeoutMs: number,
  outer: AbortSignal | undefined,
  open: (signal: AbortSignal) => Promise<AsyncIterable<T>>,
): AsyncGenerator<T, void> {
  const limit = deadline(timeoutMs, outer);
  try {
    for await (const part of await open(limit.signal)) {
      yield part;
      limit.renew();
    }
    // An SDK may take an abort for the end.
    limit.signal.throwIfAborted();
  } catch (error) {
    outer?.throwIfAborted();
    if (!limit.passed) throw vendorError(error, vendor);
    throw new ProviderError(
      `${vendor.title} sent nothing more of a batch's results within ${timeoutMs} ms: run the same command again, or allow more time.`,
      { kind: "timeout", retryable: true },
    );
  } finally {
    limit.end();
  }
}
