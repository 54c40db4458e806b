import type { Reply } from "@promptnce/core";
import { ProviderError } from "../errors/errors.ts";

/** The reply, or the provider's error that reading it threw. */
export function replyOr(read: () => Reply): Reply | ProviderError {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProviderError) return error;
    throw error;
  }
}
