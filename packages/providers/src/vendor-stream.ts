import { ProviderError } from "./provider-error.ts";
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
  outer?.throwIfAborted();
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    abort();
  }, timeoutMs);
  outer?.addEventListener("abort", abort, { once: true });
  try {
    for await (const part of await open(controller.signal)) {
      yield part;
      timer.refresh();
    }
    // An SDK may take an abort for the end.
    controller.signal.throwIfAborted();
  } catch (error) {
    outer?.throwIfAborted();
    if (!late) throw vendorError(error, vendor);
    throw new ProviderError(
      `${vendor.title} sent nothing more of a batch's results within ${timeoutMs} ms: run the same command again, or allow more time.`,
      { kind: "timeout", retryable: true },
    );
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener("abort", abort);
  }
}
