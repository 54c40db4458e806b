import { setTimeout as sleep } from "node:timers/promises";
import type { Provider } from "@promptnce/core";
import pRetry from "p-retry";
import { ProviderError } from "./provider-error.ts";

export interface RetriedOptions {
  /** How often a call is repeated after failures other than 429; 6 by default. */
  readonly retries?: number;
  /** The longest first back-off, in milliseconds; it doubles with every attempt. 1,000 by default. */
  readonly firstDelayMs?: number;
  /** The longest back-off, and the longest `retry-after` that is honoured; 60,000 ms by default. */
  readonly longestDelayMs?: number;
  /** How long a request may take in all, waits included; 600,000 ms by default. */
  readonly deadlineMs?: number;
  /** Numbers in [0, 1) for the jitter. No result depends on them. */
  readonly uniform?: () => number;
  /** Told before each wait. */
  readonly onRetry?: (retry: Retry) => void;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
}

/** A repetition that is about to happen. */
export interface Retry {
  readonly error: ProviderError;
  /** The number of the attempt that failed, from 1. */
  readonly attempt: number;
  readonly delayMs: number;
}

/**
 * The provider with failed calls repeated: those whose error is `retryable` (connections, time
 * limits, 408, 409, 429, 5xx, 529), never a refused key, a bad request or an exhausted quota. A
 * refusal is a reply and is not repeated either.
 *
 * The wait is what the vendor asked for, cut at `longestDelayMs` so that `retry-after: 86400` does
 * not sleep a day; else exponential back-off with full jitter, uniform between nothing and the
 * limit, so that calls that failed together do not come back together. A 429 is no fault of the
 * request and does not count against `retries`: the deadline bounds it. A wait that would pass the
 * deadline is not begun; a call that began before it may end after.
 *
 * The last error is thrown with the number of attempts; an abort rejects with its own reason.
 */
export function retried(provider: Provider, options: RetriedOptions = {}): Provider {
  const { name, model, settings } = provider;
  const policy = { ...DEFAULTS, ...options };
  return {
    name,
    model,
    settings,
    async complete(request, callOptions) {
      const signal = callOptions?.signal;
      const start = policy.now();
      let attempts = 0;
      let failures = 0;
      try {
        return await pRetry(
          (attempt) => {
            attempts = attempt;
            return provider.complete(request, callOptions);
          },
          {
            signal,
            // Counted and waited for below, where a 429 and what the vendor asks are known.
            retries: Infinity,
            minTimeout: 0,
            shouldRetry: async ({ error, attemptNumber: attempt }) => {
              if (!(error instanceof ProviderError && error.retryable)) return false;
              if (error.kind !== "rate-limit" && ++failures > policy.retries) return false;
              const delayMs = delay(error, attempt, policy);
              if (policy.now() - start + delayMs > policy.deadlineMs) return false;
              policy.onRetry?.({ error, attempt, delayMs });
              await policy.wait(delayMs, signal);
              return true;
            },
          },
        );
      } catch (error) {
        signal?.throwIfAborted();
        throw attempts > 1 && error instanceof ProviderError ? gaveUp(error, attempts) : error;
      }
    },
  };
}

const DEFAULTS: Required<Omit<RetriedOptions, "onRetry">> = {
  retries: 6,
  firstDelayMs: 1000,
  longestDelayMs: 60_000,
  deadlineMs: 600_000,
  uniform: Math.random,
  now: () => performance.now(),
  wait: (ms: number, signal: AbortSignal | undefined) =>
    sleep(ms, undefined, signal === undefined ? {} : { signal }),
};

function delay(error: ProviderError, attempt: number, policy: typeof DEFAULTS): number {
  const { firstDelayMs, longestDelayMs, uniform } = policy;
  if (error.retryAfterMs !== undefined) return Math.min(error.retryAfterMs, longestDelayMs);
  return uniform() * Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1));
}

function gaveUp(error: ProviderError, attempts: number): ProviderError {
  return new ProviderError(`${error.message} (Given up after ${attempts} attempts.)`, error);
}
