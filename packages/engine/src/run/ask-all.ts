import { setImmediate } from "node:timers/promises";
import { mapConcurrently } from "@promptnce/core";
import type { InquiryResult } from "../attempt/ask.ts";
import type { Inquiry } from "../attempt/executor.ts";
import type { Asker } from "./session.ts";

/** How many calls may be under way at once, and when to stop. */
export interface AskAllOptions {
  readonly concurrency: number;
  /**
   * Once aborted, nothing new is sent; calls under way are paid for, so they finish and are
   * yielded.
   */
  readonly signal?: AbortSignal | undefined;
  /** Called as each request is settled. */
  readonly onSettled?: (() => void) | undefined;
}

/**
 * A request that waits for a retry frees its place, so more requests are in hand than calls under
 * way.
 */
const IN_HAND_PER_CALL = 4;

/**
 * The event loop gets a turn after this many outcomes; otherwise a store, or a provider in this
 * process, would block signals.
 */
const TURN = 200;

/**
 * Yields wanted requests with their outcomes as they come, in no fixed order: from the store where
 * it has them, otherwise from the model. Requests are drawn one at a time as places become free.
 *
 * @throws The provider's error, or the signal's reason where something was left unasked, once all
 *   calls under way have ended; UnansweredError after the last outcome where the server was down
 *   for any request; RangeError where the concurrency is below 1.
 * @example
 * import { memoryStore } from "@promptnce/engine";
 * const complete = async ({ prompt }) => ({ text: prompt.toUpperCase(), stop: "end" });
 * const provider = { name: "ours", model: "large", settings: {}, complete };
 * const wanted = ["rain", "snow"].map((prompt) => ({ request: { prompt, sample: 0 } }));
 * const asker = session({ provider, store: memoryStore() });
 * const settled = await Array.fromAsync(askAll(wanted, asker, { concurrency: 2 }));
 * settled.map(({ reply }) => reply.text).toSorted(); // → ["RAIN", "SNOW"]
 */
export async function* askAll<W extends Inquiry>(
  wanted: Iterable<W> | AsyncIterable<W>,
  asker: Asker,
  { concurrency, signal, onSettled }: AskAllOptions,
): AsyncGenerator<InquiryResult<W>, void> {
  let allDrawn = false;
  async function* oneByOne(): AsyncGenerator<readonly W[]> {
    for await (const one of wanted) {
      yield [one];
    }
    allDrawn = true;
  }
  const work = async (one: W, closing: AbortSignal): Promise<InquiryResult<W>> => {
    const settled = await asker.ask(one, closing);
    onSettled?.();
    return settled;
  };
  const how = { size: IN_HAND_PER_CALL * concurrency, order: "ends", signal } as const;
  let count = 0;
  for await (const some of mapConcurrently(oneByOne(), work, how)) {
    for (const settled of some) {
      if (++count % TURN === 0) await setImmediate();
      yield settled;
    }
  }
  if (signal?.aborted && !allDrawn) throw signal.reason;
  await asker.settle();
}
