import type { CallOptions } from "@promptnce/core";

/**
 * What ends a call's wait for its place, its turn or its repetition: the caller's signal or the
 * closing of the run, whichever is aborted first, with its reason. A call under way heeds only the
 * caller's signal.
 */
export function endOfWaiting(options: CallOptions | undefined): AbortSignal | undefined {
  const { signal, closing } = options ?? {};
  if (signal === undefined || closing === undefined) return signal ?? closing;
  return AbortSignal.any([signal, closing]);
}
