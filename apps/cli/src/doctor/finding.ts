import { ProviderError } from "@promptnce/providers";

/** What one check found: fine, worth knowing, or in the way of a run. */
export interface Diagnosis {
  readonly status: "ok" | "warn" | "fail";
  readonly check: string;
  /** What was found and, unless it is fine, what to do. */
  readonly message: string;
}

/** The result, or the error that explains its absence; any other error is thrown. */
export function replyOr<T>(reply: Promise<T>): Promise<T | ProviderError> {
  return reply.catch((error: unknown) => {
    if (error instanceof ProviderError) return error;
    throw error;
  });
}
