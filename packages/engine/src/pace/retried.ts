import type { Provider } from "@promptnce/core";
import { identityOf } from "@promptnce/providers/contract";
import { ProviderError, type ProviderErrorKind } from "@promptnce/providers";
import { delay, waitSignal } from "./delay.ts";

export interface RetriedOptions {
  /** How often a call is repeated after failures other than 429; 6 by default. */
  readonly retries?: number;
  /** The longest first back-off, in milliseconds; it doubles with every attempt. 1,000 by default. */
  readonly firstDelayMs?: number;
  /** How long a request goes on failing while no other is answered either; 600,000 ms by default. */
  readonly deadlineMs?: number;
}

/**
 * The provider with failed calls repeated: those whose error is `retryable` (connections, time limits, 408, 409, 429,
 * 5xx, 529), never a refused key, a bad request or an exhausted quota. A refusal is a reply and is not repeated either.
 *
 * The wait is what the vendor asked for; where that is longer than a minute the call fails at once and says so,
 * since `retry-after: 86400` is no wait but an end of the run, and to ask sooner than the vendor allows is of no use.
 * Else it is exponential back-off with full jitter, uniform between nothing and the limit, so that calls that failed
 * together do not come back together. A 429 is no fault of the request and does not count against `retries`.
 *
 * The deadline ends a wall of failures: it runs from the request's start or from the last reply to any request of this
 * provider, whichever is later, so that nobody is given up for having waited while others were served. What ran out of
 * time, or came in no known shape, is charged for all the same, and asked twice at most. A wait that
 * would pass it is not begun; a call that began before it may end after.
 *
 * The last error is thrown with the number of attempts and why there are no more; an abort, or a run's closing before a
 * repetition, rejects with its own reason.
 */
export function retried(provider: Provider, options: RetriedOptions = {}): Provider {
  const policy = { ...DEFAULTS, ...options };
  let lastReply = -Infinity;
  return {
    ...identityOf(provider),
    async complete(request, callOptions) {
      const signal = callOptions?.signal;
      const end = waitSignal(callOptions);
      const start = performance.now();
      let failures = 0;
      let bought = 0;
      for (let attempt = 1; ; attempt++) {
        signal?.throwIfAborted();
        callOptions?.onAttempt?.();
        try {
          const reply = await provider.complete(request, callOptions);
          lastReply = performance.now();
          signal?.throwIfAborted();
          return reply;
        } catch (error) {
          signal?.throwIfAborted();
          // What ended the run is another call's, and has said of itself how often it was tried.
          if (!(error instanceof ProviderError) || (end?.aborted && error === end.reason))
            throw error;
          if (error.mayBeBilled) await callOptions?.onCharge?.(error);
          if (BOUGHT.has(error.kind) && ++bought === 2) throw gaveUp(error, attempt, "");
          const counts = error.kind !== "rate-limit";
          if (!error.retryable || (counts && ++failures > policy.retries))
            throw gaveUp(error, attempt, "");
          // No result depends on the jitter.
          const backOffMs =
            Math.random() * Math.min(LONGEST_MS, policy.firstDelayMs * 2 ** (attempt - 1));
          const delayMs = error.retryAfterMs ?? backOffMs;
          const why = stopping(delayMs, performance.now() - Math.max(start, lastReply), policy);
          if (why !== "") throw gaveUp(error, attempt, why);
          end?.throwIfAborted();
          await delay(delayMs, end);
        }
      }
    },
  };
}

/** The vendor has done the work, and charges for it: what comes of it twice will come of it again. */
const BOUGHT: ReadonlySet<ProviderErrorKind> = new Set(["timeout", "response"]);

const DEFAULTS = { retries: 6, firstDelayMs: 1000, deadlineMs: 600_000 };

/** The longest back-off, and the longest `retry-after` that is waited for. */
const LONGEST_MS = 60_000;

/** Why such a wait is not begun, or nothing. */
function stopping(delayMs: number, unansweredMs: number, { deadlineMs }: typeof DEFAULTS): string {
  if (delayMs > LONGEST_MS) {
    return `the vendor asks to wait ${seconds(delayMs)} s, more than the ${seconds(LONGEST_MS)} s that are waited for; run the same command again after that time`;
  }
  if (unansweredMs + delayMs <= deadlineMs) return "";
  return `nothing was answered within the deadline of ${seconds(deadlineMs)} s; run the same command again later`;
}

function seconds(ms: number): number {
  return Math.round(ms / 1000);
}

function gaveUp(error: ProviderError, attempts: number, why: string): ProviderError {
  if (attempts === 1 && why === "") return error;
  const tries = `${attempts} ${attempts === 1 ? "attempt" : "attempts"}`;
  const end = `Given up after ${tries}${why === "" ? "" : `: ${why}`}.`;
  // What each attempt may have cost was told when it failed.
  const { kind, retryable, status, retryAfterMs, body } = error;
  return new ProviderError(`${error.message} (${end})`, {
    kind,
    retryable,
    status,
    retryAfterMs,
    body,
  });
}
