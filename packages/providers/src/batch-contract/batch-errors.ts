import type { Reply } from "@promptnce/core";
import { type Vendor, vendorError } from "../call/vendor-error.ts";
import { ProviderError } from "../errors/errors.ts";
import { withSchemaAdvice } from "../reply/reply-schema.ts";

/** The reply to one request of a batch, or the provider's error that reading it threw. */
export function replyOrError(read: () => Reply): Reply | ProviderError {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProviderError) return error;
    throw error;
  }
}

/**
 * Why a request of a batch has no reply: what the vendor answered, or a word for how the request
 * ended (`expired`, `canceled`), which may be asked again.
 */
export function requestError(vendor: Vendor, error: string | Error): ProviderError {
  if (typeof error !== "string") {
    const found = withSchemaAdvice(vendorError(error, vendor));
    if (found instanceof ProviderError) return found;
    throw found;
  }
  const sentence = `${vendor.title} did not come to a request of a batch (${error}).`;
  return new ProviderError(sentence, { kind: "server", retryable: true });
}

/** Statuses of a server that turned a request away before it did anything. */
const TURNED_AWAY = new Set([503, 529]);

/**
 * Throws the error of a call that makes a batch, with `mayBeBilled` where the batch may have been
 * made all the same: a gateway that gave up waiting says 504, and the work goes on behind it.
 */
export function throwMaybeBilled(error: unknown): never {
  throw billed(error, ({ mayBeBilled, status = 0 }) => mayBeBilled || (status >= 500 && !TURNED_AWAY.has(status)));
}

/** Throws the error of a call that costs nothing, however often it is made. */
export function throwUnbilled(error: unknown): never {
  throw billed(error, () => false);
}

/** A new error of the same call, which names no setting to leave out. */
function billed(error: unknown, mayBe: (error: ProviderError) => boolean): unknown {
  if (!(error instanceof ProviderError)) return error;
  const { parameter: _, ...rest } = error;
  return new ProviderError(error.message, { ...rest, mayBeBilled: mayBe(error) });
}

/** Whether a server says that it does not know such a path. */
export function isUnknownPath(error: unknown): error is ProviderError {
  return error instanceof ProviderError && [404, 405, 501].includes(error.status ?? 0);
}
