import type { Provider } from "@promptnce/core";

/** A model, and by which provider's name it is asked. */
export type ModelIdentity = Pick<Provider, "name" | "model">;

/** Whom a provider asks, under which settings. */
export type ProviderIdentity = Pick<Provider, "name" | "model" | "settings">;

/** What a wrapper has of what it wraps: its identity, what it can, and whether it always says the same. */
export function identityOf(provider: Omit<Provider, "complete">): Omit<Provider, "complete"> {
  const { name, model, settings, scores, plain, distributes, deterministic } = provider;
  const can = {
    ...(scores && { scores }),
    ...(plain && { plain }),
    ...(distributes && { distributes }),
  };
  return { name, model, settings, ...can, ...(deterministic && { deterministic }) };
}
