import type { StoredKeys } from "../store/request-key.ts";
import type { Store, StoreEntry } from "../store/store.ts";
import { type Attempts, type Next, next } from "./next.ts";

/** Where a request stands, according to a store. */
export interface Standing {
  /** The key under which the store has its outcome, or will have it. */
  readonly key: string;
  /** The last entry under that key. */
  readonly last: StoreEntry | undefined;
  readonly step: Next;
}

/**
 * Where a request stands. The key is its first, unless the store has nothing under that, and its
 * outcome under the key of before requests had limits of their own, so that no reply of then is
 * paid for again.
 *
 * @param keys Those of the request, as `storedKeys` returns them.
 */
export async function standingOf(
  [key, before]: StoredKeys,
  store: Pick<Store, "get">,
  attempts: Attempts,
): Promise<Standing> {
  const last = await store.get(key);
  const now = { key, last, step: next(last, attempts) };
  if (last !== undefined || before === undefined) return now;
  const lastBefore = await store.get(before);
  const step = next(lastBefore, attempts);
  return step.is === "asked" ? now : { key: before, last: lastBefore, step };
}
