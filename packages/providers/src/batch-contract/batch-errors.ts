import type { Reply } from "@promptnce/core";
import { type Sentence, ProviderError } from "@promptnce/core/errors";
import { type Vendor, vendorError } from "../call/vendor-error.ts";

/**
 * The reply to one request of a batch, or the ProviderError for the error thrown when reading it.
 */
export function replyOrError(vendor: Vendor, read: () => Reply): Reply | ProviderError {
  try {
    return read();
  } catch (error) {
    const found = vendorError(error, vendor);
    if (found instanceof ProviderError) return found;
    throw found;
  }
}

/**
 * The error of a request that the vendor did not process. `how` is the vendor's word for its end:
 * `expired`, `canceled`.
 */
export function unanswered({ title }: Vendor, how: string): ProviderError {
  const sentence = `${title} did not get to a request of a batch (${how}).`;
  return new ProviderError(sentence, { kind: "server", retryable: true });
}

/**
 * The error of a batch that has ended without the vendor saying where its results are. They may
 * have been charged for, so its requests are not submitted again.
 */
export function noResults({ title }: Vendor, id: string): ProviderError {
  const sentence = `${title} says that the batch ${id} is complete, but names no file of its results: ask there what became of it.`;
  return new ProviderError(sentence, { kind: "response", retryable: false });
}

/** Statuses of a server that rejected a request before doing any work. */
const TURNED_AWAY = new Set([503, 529]);

/**
 * Throws the error of a call that creates a batch. It has `mayBeBilled` where the batch may exist
 * despite the error and the call `costs` anything: a gateway that stops waiting answers 504 while
 * the work continues behind it. It names no setting to leave out.
 */
export function throwOfBatch(error: unknown, costs = true): never {
  if (!(error instanceof ProviderError)) throw error;
  if (isQueueFull(error.message)) throw queueFull(error);
  const { parameter: _, ...rest } = error;
  const { status = 0 } = rest;
  const made = error.mayBeBilled || (status >= 500 && !TURNED_AWAY.has(status));
  const sentence: Sentence = (write) => error.messageFor(write);
  throw new ProviderError(sentence, { ...rest, mayBeBilled: costs && made });
}

/** The vendors' words for batches under way that leave no room for another. */
const QUEUE_FULL =
  /enqueued|token_limit_exceeded|batch (rate|queue|job)s? limit|too many (batch|jobs)|(maximum|limit).{0,40}(concurrent|active|in.progress|pending) batch/i;

/** Whether a vendor's words say that too much is enqueued for this batch. */
export function isQueueFull(words: string): boolean {
  return QUEUE_FULL.test(words);
}

/** The error of a batch that is refused because too much is enqueued. */
export function queueFull(error: ProviderError): ProviderError {
  return new ProviderError((write) => error.messageFor(write), {
    kind: "rate-limit",
    retryable: true,
    status: error.status,
    queueFull: true,
  });
}

/**
 * Whether an error means that the server does not know the path.
 *
 * @example
 * import { ProviderError } from "@promptnce/core/errors";
 * const options = { kind: "request", retryable: false, status: 404 };
 * isUnknownPath(new ProviderError("There is no /v1/batches.", options)); // → true
 */
export function isUnknownPath(error: unknown): error is ProviderError {
  return error instanceof ProviderError && [404, 405, 501].includes(error.status ?? 0);
}
