import { type FingerprintTable, fingerprintTable } from "./fingerprint-table.ts";
import { knownLeftOut } from "./known-left-out.ts";
import type { Asking } from "./store.ts";
import type { StoredReplies } from "./store.ts";

/** What a store can answer, for whoever only looks. */
export interface StoredKeys {
  /** How many replies there are to a request, by its key. */
  readonly replies: Pick<FingerprintTable, "get">;
  /** The settings as a run would send them: without those that the model is known to reject. */
  sent(asking: Asking): Asking["settings"];
}

/** Reads a store once; in memory there are some 30 bytes for each request. */
export async function storedKeys(store: StoredReplies): Promise<StoredKeys> {
  const replies = fingerprintTable();
  const leftOut = knownLeftOut();
  for await (const entry of store.entries()) {
    replies.add(entry.key, 1);
    leftOut.note(entry);
  }
  return {
    replies,
    sent(asking) {
      const without = new Set(leftOut.names(asking));
      return Object.fromEntries(Object.entries(asking.settings).filter(([name]) => !without.has(name)));
    },
  };
}
