import type { Inquiry } from "../attempt/executor.ts";
import { requestKey } from "../store/request-key.ts";
import type { Store } from "../store/store.ts";
import type { Session } from "./session.ts";

/**
 * The wanted requests that a store has a reply to; found lazily where the store can tell without
 * reading the reply.
 *
 * @example
 * import { memoryStore } from "@promptnce/engine";
 * const complete = async () => ({ text: "0.4", stop: "end" });
 * const provider = { name: "ours", model: "large", settings: {}, complete };
 * const store = memoryStore();
 * const wanted = ["rain", "snow"].map((prompt) => ({ request: { prompt, sample: 0 } }));
 * const asker = session({ provider, store });
 * await asker.ask(wanted[0]);
 * [...(await storedOf(wanted, asker, store))].length; // → 1
 */
export async function storedOf<W extends Inquiry>(
  wanted: Iterable<W>,
  { provider }: Session,
  store: Store,
): Promise<Iterable<W>> {
  const { name, model, settings } = provider;
  const keyOf = ({ request }: W): string =>
    requestKey({ ...request, provider: name, model, settings });
  const { has } = store;
  if (has !== undefined) return Iterator.from(wanted).filter((one) => has(keyOf(one)));
  const all = [...wanted];
  const entries = await Promise.all(all.map(async (one) => store.get(keyOf(one))));
  return all.filter((_, i) => entries[i] !== undefined);
}
