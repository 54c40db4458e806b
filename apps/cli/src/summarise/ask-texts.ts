import { pool, type Provider, type Reply, type Request } from "@promptnce/core";

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
    const reply = await provider.complete(request, { closing, unreadable });
    onReply(reply);
    return unreadable(reply) ? undefined : reply.text.trim();
  };
  const texts = await Array.fromAsync(pool([requests], ask, { size: concurrency, order: "items", signal }));
  signal.throwIfAborted();
  return texts.flat();
}

/** Why a reply is no whole text, `undefined` where it is. */
export function unreadable({ text, stop }: Reply): string | undefined {
  const whole = stop === "end" && text.trim() !== "";
  return whole ? undefined : "the text is blank, or the model did not come to its end";
}
