import type { ModelTraits } from "@promptnce/core";

/** A model and its provider's name. */
export interface ModelIdentity {
  /** The provider's name, as in tables and in the store. */
  readonly name: string;
  /** The model's id, as the vendor or server knows it. */
  readonly model: string;
}

/** A provider's name, model and settings. */
export interface ProviderIdentity extends ModelIdentity {
  /** The vendor's own parameters: part of a request's identity. Never holds a secret. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/**
 * The properties that a wrapper copies from its provider: its identity, its capabilities, and
 * whether it is deterministic.
 *
 * @example
 * const complete = async () => ({ text: "0.4", stop: "end" });
 * const provider = { name: "ours", model: "large", settings: { temperature: 0 }, complete };
 * canonicalJson(identityOf(provider));
 * // → '{"model":"large","name":"ours","settings":{"temperature":0}}'
 */
export function identityOf(provider: ModelTraits): ModelTraits {
  const { name, model, settings, scores, plain, distributes, decides } = provider;
  const { questionsPerRequest, writes, deterministic } = provider;
  const can = {
    ...(scores && { scores }),
    ...(plain && { plain }),
    ...(distributes && { distributes }),
    ...(decides !== undefined && { decides }),
    ...(questionsPerRequest !== undefined && { questionsPerRequest }),
    ...(writes === false && { writes }),
  };
  return { name, model, settings, ...can, ...(deterministic && { deterministic }) };
}
