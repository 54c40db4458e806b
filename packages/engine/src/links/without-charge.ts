import { ProviderError, type Sentence } from "@promptnce/core/errors";

/**
 * A failure whose charge was told already or is another's to tell: the same, by default in the same
 * words, but not to be billed.
 */
export function withoutCharge(
  error: ProviderError,
  sentence: Sentence = (write) => error.messageFor(write),
): ProviderError {
  const { kind, retryable, status, retryAfterMs, body } = error;
  return new ProviderError(sentence, { kind, retryable, status, retryAfterMs, body });
}
