import { ProviderError } from "../errors/errors.ts";

/** For a text that no log-probability can be had of; asking again does not help. */
export function unscorable(reason: string): ProviderError {
  return new ProviderError(`This continuation cannot be scored: ${reason}.`, {
    kind: "request",
    retryable: false,
  });
}
