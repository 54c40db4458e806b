import { type ElicitOptions, pool, type Progress, type Reply, type ReplyReading, type Request } from "@promptnce/core";
import { isSimulatedReply } from "@promptnce/providers";
import type { Session } from "@promptnce/providers/run";

/**
 * The whole texts that a model writes to these requests, in order; `undefined` where its replies are blank or not whole.
 * With it how many requests failed for good, and whether the simulated server answered in the place of a model.
 *
 * @throws what the provider throws, or the signal's reason, once nothing is under way any more: calls are paid for.
 */
export async function askTexts(
  requests: readonly Request[],
  { provider, settle }: Pick<Session, "provider" | "settle">,
  how: Required<Pick<ElicitOptions, "concurrency" | "signal">> & {
    readonly onProgress: (progress: Omit<Progress, "inFlight">) => void;
  },
) {
  const { concurrency, signal, onProgress } = how;
  const count = { done: 0, stored: 0, unreadable: 0, failed: 0 };
  let rehearsed = false;
  const ask = async (request: Request, closing: AbortSignal): Promise<string | undefined> => {
    const reply = await provider.complete(request, { closing, read });
    const reading = read(reply);
    count.done++;
    if (reply.stored) count.stored++;
    if (reply.failure) count.failed++;
    else if (!reading.ok) count.unreadable++;
    rehearsed ||= isSimulatedReply(reply);
    onProgress(count);
    return reading.ok ? reading.answer : undefined;
  };
  const texts = await Array.fromAsync(pool([requests], ask, { size: concurrency, order: "items", signal }));
  signal.throwIfAborted();
  await settle();
  return { texts: texts.flat(), failed: count.failed, rehearsed };
}

/** The whole text that a reply is, or why it is none. */
export function read({ text, stop }: Reply): ReplyReading<string> {
  const answer = stop === "end" ? text.trim() : "";
  if (answer !== "") return { ok: true, answer };
  return { ok: false, reason: "the text is blank, or the model did not come to its end" };
}
