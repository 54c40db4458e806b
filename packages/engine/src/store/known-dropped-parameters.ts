import type { ProviderIdentity } from "@promptnce/providers";
import { canonicalJson } from "@promptnce/providers/contract";
import type { StoreEntry } from "./store.ts";

type Noted = Pick<StoreEntry, "provider" | "model" | "settings" | "leftOut">;

/**
 * What noted entries of a store say of settings that were not sent, since the model rejects them. It holds for the very
 * settings it was learned of: beside another `anthropic-version`, or under another effort, the same model may take what
 * it rejected here.
 */
export function knownDroppedParameters() {
  const names = new Map<string, readonly string[]>();
  return {
    note({ provider, model, settings, leftOut }: Noted): void {
      if (leftOut === undefined) return;
      names.set(
        canonicalJson([provider, model, { ...settings, ...leftOut }]),
        Object.keys(leftOut),
      );
    },
    /** The names of those that were dropped where this was asked; of several accounts the last. */
    names: ({ name, model, settings }: ProviderIdentity): readonly string[] =>
      names.size === 0 ? [] : (names.get(canonicalJson([name, model, settings])) ?? []),
  };
}
