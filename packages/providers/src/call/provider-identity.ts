import type { Provider } from "@promptnce/core";

/** Whom a provider asks, under which settings. */
export type ProviderIdentity = Pick<Provider, "name" | "model" | "settings">;

/** What a wrapper has of what it wraps: its identity, and whether it scores. */
export function identityOf({ name, model, settings, scores }: Omit<Provider, "complete">): Omit<Provider, "complete"> {
  return { name, model, settings, ...(scores && { scores }) };
}
