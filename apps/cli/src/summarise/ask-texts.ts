import { pool } from "@promptnce/core";
import type { Provider, Reply } from "@promptnce/core";

interface AskTextsOptions {
  readonly provider: Provider;
  /** Requests in hand at once. */
  readonly concurrency: number;
  /** Aborting sends nothing new; calls under way are paid for, so they finish. */
  readonly signal: AbortSignal;
  readonly onReply: (reply: Reply) => void;
}

/**
 * The whole texts that a model writes to these prompts, in order; `undefined` where its replies are
 * blank or not whole.
 *
 * @throws what the provider throws, or the signal's reason, once nothing is under way any more.
 */
export async function askTexts(
  prompts: readonly string[],
  { provider, concurrency, signal, onReply }: AskTextsOptions,
): Promise<(string | undefined)[]> {
  const texts: (string | undefined)[] = prompts.map(() => undefined);
  const ask = async (i: number, closing: AbortSignal): Promise<void> => {
    const options = { closing, readable: isWhole };
    const reply = await provider.complete({ prompt: prompts[i] as string, sample: 0 }, options);
    if (isWhole(reply)) texts[i] = reply.text.trim();
    onReply(reply);
  };
  const places = prompts.map((_, i) => [i]);
  for await (const _ of pool(places, ask, { size: concurrency, order: "ends", signal }));
  signal.throwIfAborted();
  return texts;
}

/** Whether the model came to an end, and wrote something. */
export function isWhole({ text, stop }: Reply): boolean {
  return stop === "end" && text.trim() !== "";
}
