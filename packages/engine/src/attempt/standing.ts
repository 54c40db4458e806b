import type { Store, StoreEntry } from "../store/store.ts";
import { type Attempts, type Next, next } from "./next.ts";

/** Where a request stands, according to a store. */
export interface RequestStatus {
  /** The last entry under the request's key. */
  readonly last: StoreEntry | undefined;
  readonly step: Next;
}

/** Where the request with this key stands. */
export async function standingOf(
  key: string,
  store: Store,
  attempts: Attempts,
): Promise<RequestStatus> {
  const last = await store.get(key);
  return { last, step: next(last, attempts) };
}
