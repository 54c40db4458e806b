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
  const closing = new AbortController();
  const waiting = prompts.entries();
  const failures: unknown[] = [];
  const close = (): void => closing.abort(signal.reason);
  signal.addEventListener("abort", close, { once: true });
  if (signal.aborted) close();

  const worker = async (): Promise<void> => {
    for (const [i, prompt] of waiting) {
      if (closing.signal.aborted) return;
      const options = { closing: closing.signal, readable: isWhole };
      const reply = await provider.complete({ prompt, sample: 0 }, options);
      if (isWhole(reply)) texts[i] = reply.text.trim();
      onReply(reply);
    }
  };
  const workers = Array.from({ length: concurrency }, () =>
    worker().catch((error: unknown) => {
      failures.push(error);
      closing.abort();
    }),
  );
  await Promise.all(workers);
  signal.removeEventListener("abort", close);
  if (failures.length > 0) throw failures[0];
  signal.throwIfAborted();
  return texts;
}

/** Whether the model came to an end, and wrote something. */
export function isWhole({ text, stop }: Reply): boolean {
  return stop === "end" && text.trim() !== "";
}
