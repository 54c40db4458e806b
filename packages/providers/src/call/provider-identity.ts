import type { Provider } from "@promptnce/core";

/** Whom a provider asks, under which settings. */
export type ProviderIdentity = Pick<Provider, "name" | "model" | "settings">;

/** What a wrapper has of the provider that it wraps: its identity, and whether it scores. */
export function identityOf({ name, model, settings, scores }: Provider): Omit<Provider, "complete"> {
  return { name, model, settings, ...(scores && { scores }) };
}
