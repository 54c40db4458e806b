import { knownDroppedParameters } from "./known-dropped-parameters.ts";
import type { Store, StoreEntry } from "./store.ts";

/**
 * A store in memory: replies are kept as long as the process runs. To keep what was paid for, open
 * a journal instead.
 *
 * @example
 * const store = memoryStore();
 * const model = { provider: "ours", model: "large", settings: {} };
 * const request = { prompt: "Will it rain?", sample: 0 };
 * const key = requestKey({ ...model, ...request });
 * await store.append({ key, ...model, ...request, reply: { text: "0.4", stop: "end" } });
 * (await store.get(key)).reply.text; // → "0.4"
 */
export function memoryStore(): Store {
  const stored: StoreEntry[] = [];
  const latest = new Map<string, StoreEntry>();
  const droppedParameters = knownDroppedParameters();
  return {
    get: (key) => latest.get(key),
    has: (key) => latest.has(key),
    append(entry) {
      stored.push(entry);
      if (entry.charge !== true) latest.set(entry.key, entry);
      droppedParameters.note(entry);
    },
    entries: () => stored.values(),
    leftOut: (asked) => droppedParameters.names(asked),
  };
}
