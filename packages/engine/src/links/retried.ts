import type { Link, Reply } from "@promptnce/core";
import { identityOf } from "@promptnce/providers/contract";
import { ProviderError } from "@promptnce/core/errors";
import { afterFailure, NO_FAILURES } from "../attempt/after-failure.ts";
import { backOffMs, delay, LONGEST_WAIT_MS, waitSignal } from "../pace/delay.ts";
import { repeated } from "../pace/repeated.ts";
import { withoutCharge } from "./without-charge.ts";

export interface RetriedOptions {
  /** The most retries after failures other than 429; 6 by default. */
  readonly retries?: number;
  /**
   * The most retries of a server that fails (but 503 and 529) or cuts connections, as long as it
   * has answered no request; 3 by default.
   */
  readonly firstRetries?: number;
  /**
   * The upper limit of the first back-off, in milliseconds, doubled with every attempt; 1,000 by
   * default.
   */
  readonly firstDelayMs?: number;
  /** How long a request is retried while no other is answered either; 600,000 ms by default. */
  readonly deadlineMs?: number;
  /**
   * How long connections that cannot be made are retried where the server has not answered any
   * request yet; 5,000 ms by default.
   */
  readonly firstContactMs?: number;
}

/**
 * The link that retries failed calls where the error is `retryable` (connections, timeouts,
 * 408, 409, 429, 5xx, 529). A rejected key, a bad request or an exhausted quota is never retried.
 * Nor is a refusal, which is a reply.
 *
 * The wait is the one the vendor asks for. If that exceeds a minute, the call fails at once and
 * says so: `retry-after: 86400` amounts to the end of the run, and an earlier retry would be
 * rejected. Otherwise the wait is exponential back-off with full jitter, uniform between zero and
 * the upper limit, so that calls that failed together do not return together. A 429 is no fault of
 * the request and does not count against `retries`.
 *
 * The deadline ends an unbroken series of failures. It runs from the request's start or from the
 * last reply to any request of this provider, whichever is later, so that a request is not
 * abandoned merely because it waited while others were answered. A wait that would exceed the
 * deadline is not started; a call that started before it may end after it. A call that timed out,
 * or whose reply has no known form, is still charged for, and is sent twice at most. One whose reply
 * was cut off is not retried here: a store counts such replies, in later runs too (`cached`).
 *
 * A server that has only failed so far, or cut connections, is most likely broken, and is retried
 * `firstRetries` times: some seconds. 503 and 529 say that it is busy, or still loads its model.
 *
 * A server that has answered nothing since its first request, not even with an error, is most
 * likely not there: connections to it that cannot be made are retried for `firstContactMs` only.
 *
 * The last error is thrown with the number of attempts and the reason for giving up. An abort, or
 * the closing of the run before a retry, rejects with its own reason.
 *
 * @example
 * import { ProviderError } from "@promptnce/core/errors";
 * const busy = new ProviderError("Busy.", { kind: "server", retryable: true, retryAfterMs: 1 });
 * const replies = [Promise.reject(busy), Promise.resolve({ text: "0.4", stop: "end" })];
 * const provider = { name: "ours", model: "large", settings: {}, complete: () => replies.shift() };
 * const patient = retried({ retries: 3 })(provider);
 * (await patient.complete({ prompt: "Will it rain?", sample: 0 })).text; // → "0.4"
 */
export function retried(options: RetriedOptions = {}): Link {
  const policy = { ...DEFAULTS, ...options };
  const contact = firstContact();
  let lastReply = -Infinity;
  return (next) => ({
    ...identityOf(next),
    async complete(request, call) {
      const signal = call?.signal;
      const end = waitSignal(call);
      const start = performance.now();
      contact.begun(start);
      let failures = NO_FAILURES;
      const attempt = async (): Promise<Reply> => {
        signal?.throwIfAborted();
        await call?.tell?.({ is: "attempt" });
        const reply = await next.complete(request, call);
        lastReply = performance.now();
        contact.made();
        signal?.throwIfAborted();
        return reply;
      };
      const pauseAfter = async (error: unknown, attempts: number): Promise<number> => {
        signal?.throwIfAborted();
        // An error that closed the run belongs to another call, and already states its own attempts.
        if (!(error instanceof ProviderError) || (end?.aborted && error === end.reason))
          throw error;
        if (!isNeverMade(error)) contact.made();
        if (error.mayBeBilled) await call?.tell?.({ is: "charged", error });
        const isBroken = lastReply === -Infinity && !isNeverMade(error) && !isBusy(error);
        const retries = isBroken ? Math.min(policy.firstRetries, policy.retries) : policy.retries;
        const after = afterFailure(error, failures, retries);
        failures = after.failures;
        if (!after.again) throw gaveUp(error, attempts, "");
        // No result depends on the jitter.
        const jitter = Math.random();
        // Some servers ask for a wait of 0 with each refusal, for as long as they refuse.
        const pauseMs = error.retryAfterMs || jitter * backOffMs(policy.firstDelayMs, attempts);
        const now = performance.now();
        const passed = { unansweredMs: now - Math.max(start, lastReply), ...contact.soFar(now) };
        const why = stopping(pauseMs, passed, policy);
        if (why !== "") throw gaveUp(error, attempts, why);
        return pauseMs;
      };
      return repeated(attempt, pauseAfter, (ms) => delay(ms, end));
    },
  });
}

const DEFAULTS = {
  retries: 6,
  firstRetries: 3,
  firstDelayMs: 1000,
  deadlineMs: 600_000,
  firstContactMs: 5000,
};

/** Whether a server has ever answered, if only with an error, and since when it has been asked. */
function firstContact() {
  let beganAt: number | undefined;
  let isMade = false;
  return {
    begun: (now: number): void => void (beganAt ??= now),
    made: (): void => void (isMade = true),
    /** The time without any contact, as long as there was none. */
    soFar: (now: number): { readonly noContactMs?: number } =>
      isMade || beganAt === undefined ? {} : { noContactMs: now - beganAt },
  };
}

/** Whether a server says that it is overloaded, or not ready yet. */
function isBusy({ status }: ProviderError): boolean {
  return status === 503 || status === 529;
}

/** Whether the request cannot have reached the server, since there was no connection to it. */
function isNeverMade({ kind, mayBeBilled }: ProviderError): boolean {
  return kind === "connection" && !mayBeBilled;
}

/** The time since the last reply and, if a server has never answered, since its first request. */
interface ElapsedTime {
  readonly unansweredMs: number;
  readonly noContactMs?: number;
}

/** Why the wait is not started; an empty string where it is. */
function stopping(
  delayMs: number,
  { unansweredMs, noContactMs }: ElapsedTime,
  { deadlineMs, firstContactMs }: typeof DEFAULTS,
): string {
  if (delayMs > LONGEST_WAIT_MS) {
    return `the vendor asks to wait ${seconds(delayMs)} s, more than the ${seconds(LONGEST_WAIT_MS)} s that are waited for; ask again after that time`;
  }
  if (noContactMs !== undefined && noContactMs + delayMs > firstContactMs) {
    return "no server has answered there yet; start it, then ask again";
  }
  if (unansweredMs + delayMs <= deadlineMs) return "";
  return `nothing was answered within the deadline of ${seconds(deadlineMs)} s; ask again later`;
}

function seconds(ms: number): number {
  return Math.round(ms / 1000);
}

function gaveUp(error: ProviderError, attempts: number, why: string): ProviderError {
  if (attempts === 1 && why === "") return error;
  const tries = `${attempts} ${attempts === 1 ? "attempt" : "attempts"}`;
  const end = `Given up after ${tries}${why === "" ? "" : `: ${why}`}.`;
  // Each attempt's charge was reported when it failed.
  return withoutCharge(error, `${error.message} (${end})`);
}
