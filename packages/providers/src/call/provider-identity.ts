import type { Provider } from "@promptnce/core";

/** Whom a provider asks, under which settings. */
export type ProviderIdentity = Pick<Provider, "name" | "model" | "settings">;

/** What a wrapper has of what it wraps: its identity, whether it scores, and whether it always says the same. */
export function identityOf(provider: Omit<Provider, "complete">): Omit<Provider, "complete"> {
  const { name, model, settings, scores, plain, deterministic } = provider;
  const kept = { ...(scores && { scores }), ...(plain && { plain }), ...(deterministic && { deterministic }) };
  return { name, model, settings, ...kept };
}
