import type { Provider } from "@promptnce/core";
import { deadline } from "./deadline.ts";
import { ProviderError } from "../errors/errors.ts";
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
  options: Parameters<Provider["complete"]>[1],
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const outer = options?.signal;
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

/** For an SDK's own limit, which must not be the first to run out: it covers less. */
export function sdkTimeout(timeoutMs: number): number {
  return timeoutMs + 10_000;
}
