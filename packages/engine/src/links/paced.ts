import type { CallContext, Link, Usage } from "@promptnce/core";
import { OptionError, ProviderError } from "@promptnce/core/errors";
import { pace } from "../pace/pace.ts";
import { identityOf, pauseOf } from "@promptnce/providers/contract";

export interface PacedOptions {
  /** The concurrency limit: the most calls under way at once; 50 by default. */
  readonly concurrency?: number;
  /** The most requests a minute, sent evenly. */
  readonly rpm?: number | undefined;
  /**
   * The most tokens a minute, input and output: estimated when a request is sent, corrected by its
   * reply.
   */
  readonly tpm?: number | undefined;
  /** Receives changes of the pace as lines for people. */
  readonly say?: ((line: string) => void) | undefined;
}

interface QueuedCall {
  readonly tokens: number;
  readonly closing: AbortSignal | undefined;
  readonly start: () => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * The link that calls a model at the pace that it allows: with a slow start; after many 429s, one
 * wait for all calls and then even spacing (see `pace`); the vendor's rate-limit headers; and the
 * given hard limits. A call keeps its place until its reply is stored, so that a killed run loses
 * no more replies than it had calls under way. Calls wait their turn in order. A call aborted while
 * it waits is never sent, nor is one whose run is closing.
 *
 * A failed call frees its place, so that another request is sent while the first waits for
 * `retry-after`. Only calls under way are limited here: keep about four times as many requests in
 * hand, as `askAll` does, or the places freed by waiting requests stay empty.
 *
 * @throws OptionError where a limit is not a number above zero, or the concurrency is not an
 *   integer.
 * @example
 * const complete = async () => ({ text: "0.4", stop: "end" });
 * const provider = { name: "ours", model: "large", settings: {}, complete };
 * const calm = paced({ concurrency: 4, rpm: 60 })(provider);
 * (await calm.complete({ prompt: "Will it rain?", sample: 0 })).text; // → "0.4"
 */
export function paced(options: PacedOptions = {}): Link {
  const { concurrency = 50, rpm = Infinity, tpm = Infinity } = options;
  check("concurrency", concurrency, Number.isInteger(concurrency));
  check("rpm", rpm);
  check("tpm", tpm);
  const rhythm = pace(concurrency, rpm / 60, options.say);
  const ledger = tokenLedger(tpm);
  const queue: QueuedCall[] = [];
  let underWay = 0;
  let timer: NodeJS.Timeout | undefined;

  /** Starts the calls that may go now, and sets a timer for the next one. */
  const pump = (): void => {
    clearTimeout(timer);
    for (let [first] = queue; first && underWay < rhythm.window; [first] = queue) {
      const wait = Math.max(rhythm.next(), ledger.next(first.tokens)) - performance.now();
      if (wait > 0) {
        timer = setTimeout(pump, Math.ceil(wait));
        return;
      }
      queue.shift();
      first.start();
    }
  };

  const leaveQueue = (waiting: QueuedCall, signal: AbortSignal | undefined): void => {
    queue.splice(queue.indexOf(waiting), 1);
    waiting.reject(signal?.reason);
    pump();
  };

  // One listener a run: adding a listener takes time proportional to those a signal already has.
  const heeded = new WeakSet<AbortSignal>();
  const heed = (closing: AbortSignal): void => {
    if (heeded.has(closing)) return;
    heeded.add(closing);
    const leave = (): void => {
      for (const waiting of queue.filter((other) => other.closing === closing))
        leaveQueue(waiting, closing);
    };
    closing.addEventListener("abort", leave, { once: true });
  };

  /**
   * Resolves when the call may go, with its serial number and its reserved tokens; it then occupies
   * a place.
   */
  const turn = (
    tokens: number,
    { signal, closing }: CallContext = {},
  ): Promise<[number, Reservation]> =>
    new Promise((resolve, reject) => {
      const over = [signal, closing].find((one) => one?.aborted);
      if (over !== undefined) return reject(over.reason as Error);
      const leave = (): void => leaveQueue(waiting, signal);
      const start = (): void => {
        signal?.removeEventListener("abort", leave);
        underWay++;
        const now = performance.now();
        resolve([rhythm.sent(now), ledger.reserve(tokens, now)]);
      };
      const waiting: QueuedCall = { tokens, closing, start, reject };
      queue.push(waiting);
      pump();
      if (queue.at(-1) !== waiting) return;
      signal?.addEventListener("abort", leave, { once: true });
      if (closing !== undefined) heed(closing);
    });

  const noticePause = (subject: unknown): void => {
    const ms = pauseOf(subject);
    if (ms !== undefined) rhythm.pause(performance.now(), ms);
  };

  return (next) => ({
    ...identityOf(next),
    async complete(request, given) {
      const [serial, reservation] = await turn(ledger.estimate(request.prompt), given);
      try {
        const reply = await next.complete(request, given);
        rhythm.replied();
        if (reply.usage) ledger.correct(reservation, reply.usage);
        noticePause(reply);
        await given?.tell?.({ is: "reply", reply });
        return reply;
      } catch (error) {
        if (error instanceof ProviderError && error.kind === "rate-limit") {
          rhythm.rejected(serial, performance.now(), error.retryAfterMs);
        }
        noticePause(error);
        throw error;
      } finally {
        underWay--;
        pump();
      }
    },
  });
}

function check(name: string, value: number, right = true): void {
  if (value > 0 && right) return;
  const wanted = name === "concurrency" ? "a whole number from 1" : "a number above zero";
  throw new OptionError(name, `give ${wanted}, not ${value}`);
}

const MINUTE = 60_000;
/** The output tokens assumed before the first reply: more than the requested JSON needs. */
const FIRST_OUTPUT = 300;

/** One request's tokens in the ledger. */
interface Reservation {
  readonly at: number;
  tokens: number;
}

/**
 * Keeps the tokens of any minute within the limit, as far as the estimates for calls under way are
 * right. A request larger than the limit is sent alone, since it could never be sent otherwise.
 */
function tokenLedger(tpm: number) {
  const held: Reservation[] = [];
  let replies = 1;
  let output = FIRST_OUTPUT;
  return {
    /** The earliest time for a request of this many tokens. */
    next(tokens: number): number {
      if (tpm === Infinity) return -Infinity;
      let sum = tokens;
      const full = held.findLast((reservation) => {
        sum += reservation.tokens;
        return sum > tpm;
      });
      return full === undefined ? -Infinity : full.at + MINUTE;
    },
    reserve(tokens: number, now: number): Reservation {
      while (held[0] !== undefined && held[0].at <= now - MINUTE) {
        held.shift();
      }
      const reservation = { at: now, tokens };
      held.push(reservation);
      return reservation;
    },
    /** Replaces the estimate by the tokens actually used. */
    correct(reservation: Reservation, { inputTokens, outputTokens }: Usage): void {
      reservation.tokens = inputTokens + outputTokens;
      replies++;
      output += outputTokens;
    },
    /** Estimates the tokens of a request: four characters a token, plus the mean reply so far. */
    estimate: (prompt: string): number => Math.ceil(prompt.length / 4 + output / replies),
  };
}
