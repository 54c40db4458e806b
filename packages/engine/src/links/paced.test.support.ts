import type { Provider } from "@promptnce/core";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { ProviderError } from "@promptnce/core/errors";

/** Each test of the file moves the clock itself. */
export function onFrozenClock(): void {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers().restoreAllMocks());
}

/** A rejection for too many requests. */
export const limit = (retryAfterMs: number | undefined): ProviderError =>
  new ProviderError("Too many.", {
    kind: "rate-limit",
    status: 429,
    retryable: true,
    retryAfterMs,
  });

interface SeenCall {
  readonly at: number;
  readonly prompt: string;
  readonly rejected: boolean;
}

interface NotingVendor {
  readonly provider: Provider;
  readonly seen: readonly SeenCall[];
  /** The most calls that were under way at once. */
  readonly most: () => number;
}

/**
 * A vendor whose calls take 50 ms, unless `reject` gives an error at once; it notes when each came.
 */
export function vendor(
  reject: (call: number) => ProviderError | undefined = () => undefined,
): NotingVendor {
  const seen: SeenCall[] = [];
  let underWay = 0;
  let most = 0;
  const complete: Provider["complete"] = async ({ prompt }) => {
    const error = reject(seen.length);
    seen.push({ at: performance.now(), prompt, rejected: error !== undefined });
    if (error) throw error;
    most = Math.max(most, ++underWay);
    await new Promise((resolve) => setTimeout(resolve, 50));
    underWay--;
    return { text: prompt, stop: "end", usage: { inputTokens: 10, outputTokens: 10 } };
  };
  const provider: Provider = { name: "n", model: "m", settings: { a: 1 }, complete };
  return { provider, seen, most: () => most };
}

/**
 * Asks so many questions, on a clock that the test moves; their replies, and how long they took.
 */
export async function ask(
  provider: Provider,
  count: number,
): Promise<{ ms: number; texts: string[] }> {
  const began = performance.now();
  const prompts = Array.from({ length: count }, (_, i) => `p${i}`);
  const all = Promise.all(prompts.map((prompt) => provider.complete({ prompt, sample: 0 })));
  let done = false;
  void all.finally(() => (done = true)).catch(() => {});
  while (!done) {
    await vi.advanceTimersByTimeAsync(10);
  }
  const texts = (await all).map(({ text }) => text);
  expect(texts).toEqual(prompts);
  return { ms: performance.now() - began, texts };
}
