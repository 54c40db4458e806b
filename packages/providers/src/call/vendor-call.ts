import { ProviderError } from "../errors/errors.ts";
import { deadline } from "./deadline.ts";
import { type Vendor, vendorError } from "./vendor-error.ts";

/**
 * One call through an SDK: the time limit, the caller's signal, and errors as {@link ProviderError}.
 *
 * The SDKs' own time limit ends when the headers are there, so that a body which never ends would
 * hang for ever; this one covers the whole call. An abort by the caller rejects with the signal's
 * own reason and is no error of the provider.
 */
export async function vendorCall<T>(
  vendor: Vendor,
  timeoutMs: number,
  outer: AbortSignal | undefined,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = deadline(timeoutMs, outer);
  try {
    return await call(limit.signal);
  } catch (error) {
    outer?.throwIfAborted();
    if (!limit.passed) throw vendorError(error, vendor);
    throw new ProviderError(`${vendor.title} did not answer within ${timeoutMs} ms: try again, or allow more time.`, {
      kind: "timeout",
      retryable: true,
      mayBeBilled: true,
    });
  } finally {
    limit.end();
  }
}

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

/** For an SDK's own limit, which must not be the first to run out: it covers less. */
export function sdkTimeout(timeoutMs: number): number {
  return timeoutMs + 10_000;
}
