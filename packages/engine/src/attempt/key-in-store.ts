import { type RequestIdentity, storedKeys } from "../store/request-key.ts";
import type { Store } from "../store/store.ts";
import { type Attempts, next } from "./next.ts";

/**
 * The key under which a store has the outcome of a request, or will have it: its first, unless the
 * store has its outcome under the key of before requests had limits of their own, so that no reply
 * of then is paid for again.
 */
export async function keyInStore(
  identity: RequestIdentity,
  store: Pick<Store, "get" | "has">,
  attempts: Attempts,
): Promise<string> {
  const [key, before] = storedKeys(identity);
  if (before === undefined) return key;
  const isStored = store.has?.(key) ?? (await store.get(key)) !== undefined;
  const last = isStored ? undefined : await store.get(before);
  return last !== undefined && next(last, attempts).is !== "asked" ? before : key;
}
