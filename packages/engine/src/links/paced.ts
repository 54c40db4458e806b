import type { Link } from "@promptnce/core";
import { OptionError, ProviderError } from "@promptnce/core/errors";
import { pace } from "../pace/pace.ts";
import { tokenLedger } from "../pace/token-ledger.ts";
import { turnQueue } from "../pace/turn-queue.ts";
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
  const turns = turnQueue(rhythm, ledger);

  const noticePause = (subject: unknown): void => {
    const ms = pauseOf(subject);
    if (ms !== undefined) rhythm.pause(performance.now(), ms);
  };

  return (next) => ({
    ...identityOf(next),
    async complete(request, given) {
      const [serial, reservation] = await turns.next(ledger.estimate(request.prompt), given);
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
        turns.end();
      }
    },
  });
}

function check(name: string, value: number, right = true): void {
  if (value > 0 && right) return;
  const wanted = name === "concurrency" ? "a whole number from 1" : "a number above zero";
  throw new OptionError(name, `give ${wanted}, not ${value}`);
}
