import type { Provider } from "@promptnce/core";
import pLimit from "p-limit";

export interface LimitedOptions {
  /** Calls under way at once, from 1. */
  readonly concurrency: number;
}

/**
 * The provider with at most `concurrency` calls under way at once; the others wait in order. A
 * call aborted while it waits is never sent.
 *
 * @throws TypeError where the concurrency is not a whole number from 1.
 */
export function limited(provider: Provider, { concurrency }: LimitedOptions): Provider {
  const limit = pLimit(concurrency);
  const { name, model, settings } = provider;
  return {
    name,
    model,
    settings,
    complete: (request, options) =>
      limit(() => {
        options?.signal?.throwIfAborted();
        return provider.complete(request, options);
      }),
  };
}
