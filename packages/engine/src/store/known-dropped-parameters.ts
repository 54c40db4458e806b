import type { ProviderIdentity } from "@promptnce/providers";
import { canonicalJson } from "@promptnce/providers/contract";
import type { EntryModel } from "./store.ts";

/**
 * The settings that entries of a store report as not sent because the model rejects them. A
 * rejection holds only for exactly the settings it was learned with: with another
 * `anthropic-version`, or another effort, the same model may accept the parameter.
 *
 * @example
 * const model = { model: "gpt-5-mini", settings: {} };
 * const known = knownDroppedParameters();
 * known.note({ provider: "openai", ...model, leftOut: { temperature: 0 } });
 * known.names({ name: "openai", model: "gpt-5-mini", settings: { temperature: 0 } });
 * // → ["temperature"]
 */
export function knownDroppedParameters() {
  const names = new Map<string, readonly string[]>();
  return {
    note({ provider, model, settings, leftOut }: EntryModel): void {
      if (leftOut === undefined) return;
      names.set(
        canonicalJson([provider, model, { ...settings, ...leftOut }]),
        Object.keys(leftOut),
      );
    },
    /**
     * The names of the parameters dropped for this provider; where entries differ, those of the
     * last one.
     */
    names: ({ name, model, settings }: ProviderIdentity): readonly string[] =>
      names.size === 0 ? [] : (names.get(canonicalJson([name, model, settings])) ?? []),
  };
}
