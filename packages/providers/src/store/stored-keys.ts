import { type FingerprintTable, fingerprintTable } from "./fingerprint-table.ts";
import type { Asking, StoredReplies, StoreEntry } from "./store.ts";
import { canonicalJson } from "./canonical-json.ts";

/** What a store can answer, for whoever only looks. */
interface StoredKeys {
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

/** What entries of a store say of settings that were left out. */
export interface KnownLeftOut {
  note(entry: Pick<StoreEntry, keyof Asking | "leftOut">): void;
  /** The names of what was left out where this was asked; of several accounts the last. */
  names(asking: Asking): readonly string[];
}

/**
 * Nothing known, until entries are noted. What is learned holds for the very settings it was
 * learned of: beside another `anthropic-version`, or under another effort, the same model may take
 * what it rejected here.
 */
export function knownLeftOut(): KnownLeftOut {
  const names = new Map<string, readonly string[]>();
  return {
    note({ provider, model, settings, leftOut }) {
      if (leftOut === undefined) return;
      const asked = { provider, model, settings: { ...settings, ...leftOut } };
      names.set(canonicalJson(asked), Object.keys(leftOut));
    },
    names: ({ provider, model, settings }) =>
      names.size === 0 ? [] : (names.get(canonicalJson({ provider, model, settings })) ?? []),
  };
}
