import { type ProviderError, wrongRequest } from "../errors/errors.ts";

/** The error of a text that no log-probability can be had of; asking again does not help. */
export function unscorable(reason: string): ProviderError {
  return wrongRequest(`This continuation cannot be scored: ${reason}.`);
}
