import { ProviderError } from "../errors/errors.ts";

/** Statuses of a server that turned a request away before it did anything. */
const TURNED_AWAY = new Set([503, 529]);

/**
 * Throws the error of a call that makes a batch, with `mayBeBilled` where the batch may have been
 * made all the same: a gateway that gave up waiting says 504, and the work goes on behind it.
 */
export function rethrowUnmade(error: unknown): never {
  if (!(error instanceof ProviderError)) throw error;
  const { status = 0 } = error;
  const unknown = error.mayBeBilled || (status >= 500 && !TURNED_AWAY.has(status));
  throw billed(error, unknown);
}

/** Throws the error of a call that costs nothing, however often it is made. */
export function rethrowFree(error: unknown): never {
  if (!(error instanceof ProviderError)) throw error;
  throw billed(error, false);
}

/** Whether a server says that it does not know such a path. */
export function isAbsent(error: unknown): error is ProviderError {
  return error instanceof ProviderError && [404, 405, 501].includes(error.status ?? 0);
}

function billed(error: ProviderError, mayBeBilled: boolean): ProviderError {
  const { message, kind, retryable, status, retryAfterMs } = error;
  return new ProviderError(message, {
    kind,
    retryable,
    mayBeBilled,
    ...(status !== undefined && { status }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}
