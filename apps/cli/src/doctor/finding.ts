import { ProviderError } from "@promptnce/core/errors";

/** The result of one check: fine, worth knowing, or an obstacle to a run. */
export interface Diagnosis {
  readonly status: "ok" | "warn" | "fail";
  readonly check: string;
  /** The finding and, unless it is fine, the remedy. */
  readonly message: string;
}

/** The result, or the error that explains its absence; any other error is thrown. */
export function replyOr<T>(reply: Promise<T>): Promise<T | ProviderError> {
  return reply.catch((error: unknown) => {
    if (error instanceof ProviderError) return error;
    throw error;
  });
}
