import type { Provider } from "@promptnce/core";

/** A model and its provider's name. */
export type ModelIdentity = Pick<Provider, "name" | "model">;

/** A provider's name, model and settings. */
export type ProviderIdentity = Pick<Provider, "name" | "model" | "settings">;

/**
 * The properties that a wrapper copies from its provider: its identity, its capabilities, and
 * whether it is deterministic.
 */
export function identityOf(provider: Omit<Provider, "complete">): Omit<Provider, "complete"> {
  const { name, model, settings, scores, plain, distributes, deterministic } = provider;
  const can = {
    ...(scores && { scores }),
    ...(plain && { plain }),
    ...(distributes && { distributes }),
  };
  return { name, model, settings, ...can, ...(deterministic && { deterministic }) };
}
