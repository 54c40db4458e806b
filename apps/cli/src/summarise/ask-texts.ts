import { pool, type Provider, type Reply, type ReplyReading, type Request } from "@promptnce/core";

interface AskTextsOptions {
  readonly provider: Provider;
  /** Requests in hand at once. */
  readonly concurrency: number;
  /** Aborting sends nothing new; calls under way are paid for, so they finish. */
  readonly signal: AbortSignal;
  readonly onReply: (reply: Reply) => void;
}

/**
 * The whole texts that a model writes to these requests, in order; `undefined` where its replies are
 * blank or not whole.
 *
 * @throws what the provider throws, or the signal's reason, once nothing is under way any more.
 */
export async function askTexts(
  requests: readonly Request[],
  { provider, concurrency, signal, onReply }: AskTextsOptions,
): Promise<(string | undefined)[]> {
  const ask = async (request: Request, closing: AbortSignal): Promise<string | undefined> => {
    const reply = await provider.complete(request, { closing, read });
    onReply(reply);
    const reading = read(reply);
    return reading.ok ? reading.answer : undefined;
  };
  const texts = await Array.fromAsync(pool([requests], ask, { size: concurrency, order: "items", signal }));
  signal.throwIfAborted();
  return texts.flat();
}

/** The whole text that a reply is, or why it is none. */
export function read({ text, stop }: Reply): ReplyReading<string> {
  const answer = stop === "end" ? text.trim() : "";
  if (answer !== "") return { ok: true, answer };
  return { ok: false, reason: "the text is blank, or the model did not come to its end" };
}
