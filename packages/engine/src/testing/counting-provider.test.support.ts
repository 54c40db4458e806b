import type { Provider, Reply } from "@promptnce/core";
import { lostCall } from "../journal/read-journal.ts";
import { knownDroppedParameters } from "../store/known-dropped-parameters.ts";
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

/** A store that lasts as long as the test; `kept` has the last answer under each key. */
export function memory(): Store & { readonly kept: Map<string, StoreEntry> } & Disposable {
  const kept = new Map<string, StoreEntry>();
  const all: StoreEntry[] = [];
  const underWay = new Map<string, StoreEntry>();
  const dropped = knownDroppedParameters();
  return {
    kept,
    get: (key) => kept.get(key),
    entries: () => [...all, ...underWay.values()],
    append(entry) {
      dropped.note(entry);
      all.push(entry);
      underWay.delete(entry.key);
      if (entry.charge !== true) kept.set(entry.key, entry);
    },
    sending(call, sending) {
      const at = "2026-01-01T00:00:00.000Z";
      if (!sending) underWay.delete(call.key);
      else underWay.set(call.key, lostCall({ v: 2, kind: "sending", at, sending, ...call }));
    },
    leftOut: (asked) => dropped.names(asked),
    [Symbol.dispose]() {},
  };
}

export const reply: Reply = {
  text: "yes",
  stop: "end",
  usage: { inputTokens: 1, outputTokens: 2 },
  id: "r1",
};
export const request = { prompt: "really?", sample: 0 };
