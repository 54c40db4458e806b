import type { Wanted } from "../attempt/executor.ts";
import { storedKeys } from "../store/request-key.ts";
import type { Store } from "../store/store.ts";
import type { Session } from "./session.ts";

/**
 * The wanted requests that a store has a reply to; found lazily where the store can tell without
 * reading the reply.
 */
export async function storedOf<W extends Wanted>(
  wanted: Iterable<W>,
  { provider }: Pick<Session, "provider">,
  store: Store,
): Promise<Iterable<W>> {
  const { name, model, settings } = provider;
  const keysOf = ({ request }: W): readonly string[] =>
    storedKeys({ ...request, provider: name, model, settings });
  const { has } = store;
  if (has !== undefined) {
    return Iterator.from(wanted).filter((one) => keysOf(one).some((key) => has(key)));
  }
  const all = [...wanted];
  const isStored = async (one: W): Promise<boolean> => {
    const entries = await Promise.all(keysOf(one).map(async (key) => store.get(key)));
    return entries.some((entry) => entry !== undefined);
  };
  const found = await Promise.all(all.map(isStored));
  return all.filter((_, i) => found[i]);
}
