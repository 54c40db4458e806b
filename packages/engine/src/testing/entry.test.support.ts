import { requestKey } from "../store/request-key.ts";
import type { StoreEntry } from "../store/store.ts";

/** A store's entry for a prompt, with the key that belongs to it. */
export function entry(prompt: string, text = `reply to ${prompt}`): StoreEntry {
  const identity = { provider: "test", model: "test-1", settings: { n: 1 }, prompt, sample: 0 };
  const usage = { inputTokens: 3, outputTokens: 5 };
  return { ...identity, key: requestKey(identity), reply: { text, stop: "end", usage } };
}
