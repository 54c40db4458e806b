import type { ProviderErrorKind } from "@promptnce/core/errors";

/** The failures of one request since its last reply. */
export interface Failures {
  /** Those that count against the retries: all but 429s, which are no fault of the request. */
  readonly counted: number;
  /** Those after which the vendor had done the work. */
  readonly bought: number;
}

export const NO_FAILURES: Failures = { counted: 0, bought: 0 };

/** The most of these failures: what the vendor did twice in vain, it would do in vain again. */
const MOST_BOUGHT = 2;

/** Failures after which the vendor has done the work and charges for it. */
const BOUGHT: ReadonlySet<ProviderErrorKind> = new Set(["timeout", "response"]);

/**
 * Whether a request is sent again after a failure, and its failures with this one: the single rule
 * for calls and batches. A failure that cannot pass ends it, as does one more than `retries`, or a
 * second one that the vendor charges for. So does a reply that was cut off: it was bought as any
 * other, and {@link next} says whether one more is.
 */
export function afterFailure(
  { kind, retryable }: { readonly kind: ProviderErrorKind; readonly retryable: boolean },
  before: Failures,
  retries: number,
): { readonly again: boolean; readonly failures: Failures } {
  const failures = {
    counted: before.counted + Number(kind !== "rate-limit"),
    bought: before.bought + Number(BOUGHT.has(kind)),
  };
  const mayPass = retryable && kind !== "cut";
  const again = mayPass && failures.bought < MOST_BOUGHT && failures.counted <= retries;
  return { again, failures };
}
