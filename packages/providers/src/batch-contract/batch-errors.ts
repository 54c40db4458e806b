import type { Reply } from "@promptnce/core";
import { type Vendor, vendorError } from "../call/vendor-error.ts";
import { ProviderError } from "../errors/errors.ts";
import { withSchemaAdvice } from "../reply/reply-schema.ts";

/** The reply to one request of a batch, or the provider's error that became of what reading it threw. */
export function replyOrError(vendor: Vendor, read: () => Reply): Reply | ProviderError {
  try {
    return read();
  } catch (error) {
    const found = withSchemaAdvice(vendorError(error, vendor));
    if (found instanceof ProviderError) return found;
    throw found;
  }
}

/** The error of a request that the vendor did not come to, by a word for how it ended: `expired`, `canceled`. */
export function unanswered({ title }: Vendor, how: string): ProviderError {
  const sentence = `${title} did not come to a request of a batch (${how}).`;
  return new ProviderError(sentence, { kind: "server", retryable: true });
}

/** Statuses of a server that turned a request away before it did anything. */
const TURNED_AWAY = new Set([503, 529]);

/**
 * Throws the error of a call that makes a batch, with `mayBeBilled` where the batch may have been made all the same and
 * the call `costs` anything: a gateway that gave up waiting says 504, and the work goes on behind it. It names no
 * setting to leave out.
 */
export function throwOfBatch(error: unknown, costs = true): never {
  if (!(error instanceof ProviderError)) throw error;
  const { parameter: _, ...rest } = error;
  const { status = 0 } = rest;
  const made = error.mayBeBilled || (status >= 500 && !TURNED_AWAY.has(status));
  throw new ProviderError(error.message, { ...rest, mayBeBilled: costs && made });
}

/** Whether a server says that it does not know such a path. */
export function isUnknownPath(error: unknown): error is ProviderError {
  return error instanceof ProviderError && [404, 405, 501].includes(error.status ?? 0);
}
