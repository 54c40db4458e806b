import type { CallOptions, Provider, Reply, Request } from "@promptnce/core";
import { requestKey } from "./request-key.ts";
import type { Store, StoreEntry } from "./store.ts";

export interface CachedOptions {
  /**
   * How often one request is asked in all where no reply can be read; 3 by default. 0 asks nothing
   * again that the store has a reply to, which is what recomputing from a store wants.
   */
  readonly attempts?: number;
}

/**
 * The provider with a store in front: what the store has is answered from it, marked `stored`;
 * what it has not is asked, kept, and only then handed on. An error is not a reply and is never
 * kept.
 *
 * Every reply is kept, readable or not. One that `readable` of the call's options rejects is asked
 * again until there are `attempts` of them, each kept under the same key with its number; the last
 * is then the outcome, also from the store. So a run that is killed goes on with the attempts that
 * are left. A refusal is an answer of the model's and not asked again; without `readable` every
 * reply passes.
 *
 * Equal requests in flight at the same time are asked once; those that waited are marked `stored`.
 * Where the one that asks is aborted or its run is closing, another that waits and is not asks
 * instead. A request that waits notices its own abort only when the one that asks has ended.
 *
 * Where the run is closing, what is not stored is not asked, nor asked again.
 */
export function cached(provider: Provider, store: Store, options: CachedOptions = {}): Provider {
  const { attempts = 3 } = options;
  const { name, model, settings, scores } = provider;
  const leaders = new Map<
    string,
    { readonly reply: Promise<Reply>; readonly options: CallOptions | undefined }
  >();

  async function lookUpOrAsk(key: string, request: Request, call?: CallOptions): Promise<Reply> {
    const entry = await store.get(key);
    let asked = entry === undefined ? 0 : (entry.attempt ?? 0) + 1;
    if (entry !== undefined && (asked >= attempts || passes(entry.reply, call))) {
      return { ...entry.reply, stored: true };
    }
    for (;;) {
      call?.closing?.throwIfAborted();
      const again = asked === 0 ? {} : { attempt: asked };
      const reply = await provider.complete({ ...request, ...again }, call);
      await store.append({ key, ...entryOf(provider, request, reply), ...again });
      asked++;
      if (asked >= attempts || passes(reply, call)) return reply;
    }
  }

  return {
    name,
    model,
    settings,
    ...(scores && { scores }),
    async complete(request, call) {
      const { prompt, sample, continuation } = request;
      const key = requestKey({ provider: name, model, settings, prompt, sample, continuation });
      for (;;) {
        const leader = leaders.get(key);
        if (leader === undefined) {
          const reply = lookUpOrAsk(key, request, call).finally(() => leaders.delete(key));
          leaders.set(key, { reply, options: call });
          return reply;
        }
        try {
          return { ...(await leader.reply), stored: true };
        } catch (error) {
          if (!hasLeft(leader.options) || hasLeft(call)) throw error;
        }
      }
    },
  };
}

function hasLeft(call: CallOptions | undefined): boolean {
  return call?.signal?.aborted === true || call?.closing?.aborted === true;
}

function passes(reply: Reply, call: CallOptions | undefined): boolean {
  return reply.stop === "refusal" || call?.readable === undefined || call.readable(reply);
}

function entryOf(
  { name, model, settings }: Provider,
  { prompt, sample, continuation }: Request,
  reply: Reply,
): Omit<StoreEntry, "key"> {
  const { stored: _, ...kept } = reply;
  const scored = continuation === undefined ? {} : { continuation };
  return { provider: name, model, settings, sample, prompt, ...scored, reply: kept };
}
