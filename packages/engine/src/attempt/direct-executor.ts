import { mapConcurrently } from "@promptnce/core";
import type { Cached } from "./cached.ts";
import type { Executor, Wanted } from "./executor.ts";

/** Requests drawn at once. */
const DRAWN = 64;

/**
 * The executor that calls the model itself, through the provider with its store in front.
 *
 * @param how `concurrency`: requests in hand at once, some four times the calls that may be under
 *   way; `signal`: once aborted, nothing new is sent.
 */
export function directExecutor(
  provider: Cached,
  { concurrency, signal }: { readonly concurrency: number; readonly signal?: AbortSignal },
): Executor {
  const ask = async ({ request, read }: Wanted, closing: AbortSignal): Promise<boolean> => {
    const { stored } = await provider.complete(request, { closing, ...(read && { read }) });
    return stored !== true;
  };
  return {
    async settle(wanted) {
      let count = 0;
      const how = { size: concurrency, order: "ends", signal } as const;
      for await (const asked of mapConcurrently(groupsOf(wanted), ask, how)) {
        count += asked.filter(Boolean).length;
      }
      signal?.throwIfAborted();
      await provider.settle();
      return count;
    },
  };
}

async function* groupsOf(
  wanted: Iterable<Wanted> | AsyncIterable<Wanted>,
): AsyncGenerator<readonly Wanted[]> {
  let group: Wanted[] = [];
  for await (const one of wanted) {
    if (group.push(one) < DRAWN) continue;
    yield group;
    group = [];
  }
  yield group;
}
