import type { Provider, Reply } from "@promptnce/core";
import type { Store, StoreEntry } from "../store/store.ts";

export const settings = { max_tokens: 10 };

/** A provider that counts its calls and answers when told to. */
export function counting(
  answer: (prompt: string) => Promise<Reply> | Reply,
): Provider & { calls: number } {
  const provider = {
    name: "test",
    model: "test-1",
    settings,
    calls: 0,
    complete: async ({ prompt }: { readonly prompt: string }) => {
      provider.calls++;
      return answer(prompt);
    },
  };
  return provider;
}

/** A store that lasts as long as the test. */
export function memory(): Store & { readonly kept: Map<string, StoreEntry> } {
  const kept = new Map<string, StoreEntry>();
  return {
    kept,
    get: (key) => kept.get(key),
    entries: () => kept.values(),
    append: (entry) => void kept.set(entry.key, entry),
  };
}

export const reply: Reply = {
  text: "yes",
  stop: "end",
  usage: { inputTokens: 1, outputTokens: 2 },
  id: "r1",
};
export const request = { prompt: "really?", sample: 0 };
