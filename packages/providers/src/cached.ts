import type { Provider, Reply, Request } from "@promptnce/core";
import { requestKey } from "./request-key.ts";
import type { Store } from "./store.ts";

type Options = Parameters<Provider["complete"]>[1];

/**
 * The provider with a store in front: what the store has is answered from it, marked `stored`;
 * what it has not is asked, kept, and only then handed on. Every reply is kept, readable or not,
 * so a refusal is answered from the store too. An error is not a reply and is never kept.
 *
 * Equal requests in flight at the same time are asked once; those that waited are marked `stored`.
 * Where the one that asks is aborted, another that waits and is not asks instead. A request that
 * waits notices its own abort only when the one that asks has ended.
 */
export function cached(provider: Provider, store: Store): Provider {
  const { name, model, settings } = provider;
  const leaders = new Map<string, { readonly reply: Promise<Reply>; readonly options: Options }>();

  async function lookUpOrAsk(key: string, request: Request, options: Options): Promise<Reply> {
    const entry = await store.get(key);
    if (entry !== undefined) return { ...entry.reply, stored: true };
    const reply = await provider.complete(request, options);
    const { stored: _, ...kept } = reply;
    const { prompt, sample } = request;
    await store.append({ key, provider: name, model, settings, sample, prompt, reply: kept });
    return reply;
  }

  return {
    name,
    model,
    settings,
    async complete(request, options) {
      const key = requestKey({ provider: name, model, settings, ...request });
      for (;;) {
        const leader = leaders.get(key);
        if (leader === undefined) {
          const reply = lookUpOrAsk(key, request, options).finally(() => leaders.delete(key));
          leaders.set(key, { reply, options });
          return reply;
        }
        try {
          return { ...(await leader.reply), stored: true };
        } catch (error) {
          const leaderLeft = leader.options?.signal?.aborted === true;
          if (!leaderLeft || options?.signal?.aborted === true) throw error;
        }
      }
    },
  };
}
