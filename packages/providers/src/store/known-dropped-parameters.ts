import type { ProviderIdentity } from "../call/provider-identity.ts";
import { canonicalJson } from "./canonical-json.ts";
import type { StoreEntry } from "./store.ts";

/** What entries of a store say of settings that were not sent, since the model rejects them. */
export interface KnownDroppedParameters {
  note(entry: Pick<StoreEntry, "provider" | "model" | "settings" | "leftOut">): void;
  /** The names of those that were dropped where this was asked; of several accounts the last. */
  names(asked: ProviderIdentity): readonly string[];
}

/**
 * Nothing known, until entries are noted. What is learned holds for the very settings it was learned of: beside another
 * `anthropic-version`, or under another effort, the same model may take what it rejected here.
 */
export function knownDroppedParameters(): KnownDroppedParameters {
  const names = new Map<string, readonly string[]>();
  return {
    note({ provider, model, settings, leftOut }) {
      if (leftOut === undefined) return;
      names.set(canonicalJson([provider, model, { ...settings, ...leftOut }]), Object.keys(leftOut));
    },
    names: ({ name, model, settings }) =>
      names.size === 0 ? [] : (names.get(canonicalJson([name, model, settings])) ?? []),
  };
}
