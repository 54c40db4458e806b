import type { Provider } from "@promptnce/core";

/** What a wrapper has of the provider that it wraps: whom it asks, under which settings, and whether it scores. */
export function identityOf({ name, model, settings, scores }: Provider): Omit<Provider, "complete"> {
  return { name, model, settings, ...(scores && { scores }) };
}
