import type { Failure, Reply } from "@promptnce/core";
import { ProviderError, type Sentence } from "@promptnce/core/errors";

/**
 * A failed request as a reply, with the text received instead of an answer, if any.
 *
 * @example
 * failedReply({ kind: "request", status: 400, message: "The prompt is too long." });
 * // → { text: "", stop: "failed", failure: { kind: "request", status: 400 } }
 */
export function failedReply({ kind, status, message }: Failure, text = ""): Reply {
  return {
    text,
    stop: "failed",
    failure: { kind, ...(status !== undefined && { status }), message },
  };
}

/**
 * The error of a request that is wrong in itself, so that a retry cannot help.
 *
 * @example
 * wrongRequest("The prompt is empty.").retryable; // → false
 */
export function wrongRequest(sentence: Sentence, status?: number): ProviderError {
  return new ProviderError(sentence, { kind: "request", retryable: false, status });
}
