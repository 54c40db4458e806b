import type { Provider } from "@promptnce/core";
import { ProviderError } from "./provider-error.ts";
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
    return await call(controller.signal);
  } catch (error) {
    outer?.throwIfAborted();
    if (!late) throw vendorError(error, vendor);
    throw new ProviderError(
      `${vendor.title} did not answer within ${timeoutMs} ms: try again, or allow more time.`,
      { kind: "timeout", retryable: true, mayBeBilled: true },
    );
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener("abort", abort);
  }
}

/** For an SDK's own limit, which must not be the first to run out: it covers less. */
export function sdkTimeout(timeoutMs: number): number {
  return timeoutMs + 10_000;
}
