import { canonicalJson } from "./canonical-json.ts";
import type { Asking, StoreEntry } from "./store.ts";

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
