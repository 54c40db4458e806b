import type { CallOptions, Provider, Reply, Request } from "@promptnce/core";
import { droppedParameters, type Sent, type VendorCallOptions } from "../call/dropped-parameters.ts";
import { identityOf, type ProviderIdentity } from "../call/provider-identity.ts";
import { requestKeys } from "./request-key.ts";
import type { Store, StoreEntry } from "./store.ts";

/** How often one request is asked in all where no reply can be read, by single calls and in batches. */
export const ATTEMPTS = 3;

export interface CachedOptions {
  /**
   * How often one request is asked in all where no reply can be read; 3 by default. 0 asks nothing
   * again that the store has a reply to, which is what recomputing from a store wants.
   */
  readonly attempts?: number | undefined;
  /** Told once of each setting that is not sent, since the model rejects it. */
  readonly onLeftOut?: (name: string, value: unknown) => void;
  /** Told of the key of each reply that is handed on. */
  readonly onKey?: (key: string) => void;
}

/**
 * The provider with a store in front: what the store has is answered from it, marked `stored`; what it has not is
 * asked, kept, and only then handed on. An error is not a reply and is never kept.
 *
 * Every reply is kept, readable or not. One that `readable` of the call's options rejects is asked again until there
 * are `attempts` of them, each kept under the same key with its number; the last is then the outcome, also from the
 * store. So a run that is killed goes on with the attempts that are left. A refusal is an answer of the model's and not
 * asked again; without `readable` every reply passes.
 *
 * A setting that the model rejects by name (`rejected-parameter.ts` lists which may be) is left out from then on, as
 * long as no reply has been given: `settings`, the key and the record are those of what is really sent, and the record
 * says in `leftOut` what was asked for. A store that tells of what was left out spares a later run the rejection.
 *
 * Equal requests in flight at the same time are asked once; those that waited are marked `stored`. Where the one that
 * asks is aborted or its run is closing, another that waits and is not asks instead. A request that waits notices its
 * own abort only when the one that asks has ended.
 *
 * Where the run is closing, what is not stored is not asked, nor asked again.
 */
export function cached(provider: Provider, store: Store, options: CachedOptions = {}): Provider {
  const { attempts = ATTEMPTS, onLeftOut, onKey } = options;
  const { name, model, settings: asked } = provider;
  const settings = droppedParameters(asked, store.leftOut?.(provider) ?? [], onLeftOut);
  let keys: { readonly of: Sent; readonly keyOf: ReturnType<typeof requestKeys> } | undefined;
  const inFlight = new Map<string, { readonly reply: Promise<Reply>; readonly given: CallOptions | undefined }>();

  function keyUnder(sent: Sent, request: Request): string {
    if (keys?.of !== sent) keys = { of: sent, keyOf: requestKeys({ name, model, settings: sent.settings }) };
    return keys.keyOf(request);
  }

  async function lookUpOrAsk(key: string, request: Request, sent: Sent, given?: CallOptions): Promise<Reply> {
    const entry = await store.get(key);
    let asked = entry === undefined ? 0 : (entry.attempt ?? 0) + 1;
    if (entry !== undefined && (asked >= attempts || isFinal(entry.reply, given))) {
      return { ...entry.reply, stored: true };
    }
    const calling: VendorCallOptions = { ...given, without: () => settings.without(sent) };
    for (;;) {
      given?.closing?.throwIfAborted();
      const reply = await provider.complete(asked === 0 ? request : { ...request, attempt: asked }, calling);
      await store.append({ key, ...entryOf(provider, sent, request, reply), attempt: asked || undefined });
      asked++;
      if (asked >= attempts || isFinal(reply, given)) return reply;
    }
  }

  /** Lets one of equal requests ask, and the others wait for it. */
  async function askShared(key: string, request: Request, sent: Sent, given?: CallOptions): Promise<Reply> {
    for (;;) {
      const other = inFlight.get(key);
      if (other === undefined) {
        const reply = lookUpOrAsk(key, request, sent, given).finally(() => inFlight.delete(key));
        inFlight.set(key, { reply, given });
        return reply;
      }
      try {
        return { ...(await other.reply), stored: true };
      } catch (error) {
        if (!isAborted(other.given) || isAborted(given)) throw error;
      }
    }
  }

  async function complete(request: Request, given?: CallOptions): Promise<Reply> {
    for (;;) {
      const sent = settings.now;
      const key = keyUnder(sent, request);
      try {
        const reply = await askShared(key, request, sent, given);
        // Else it was given under settings that another call, of the same time, found rejected: it
        // is kept as what it is, and this run has one under the settings that the others have.
        if (sent === settings.now) {
          settings.fix();
          onKey?.(key);
          return reply;
        }
      } catch (error) {
        if (!settings.learn(error, sent)) throw error;
      }
    }
  }

  return {
    ...identityOf(provider),
    get settings() {
      return settings.now.settings;
    },
    complete,
  };
}

function isAborted(call: CallOptions | undefined): boolean {
  return call?.signal?.aborted === true || call?.closing?.aborted === true;
}

/** A reply as it is kept, with the whole of what was sent; its key and attempt are the caller's. */
export function entryOf(
  { name, model }: ProviderIdentity,
  { settings, leftOut }: Sent,
  { prompt, sample, schema, continuation }: Request,
  asReceived: Reply,
): Omit<StoreEntry, "key"> {
  const { stored: _, ...reply } = asReceived;
  return { provider: name, model, settings, sample, prompt, schema, continuation, leftOut, reply };
}

/** Whether a reply is not asked for again: it can be read, or is the model's refusal. */
export function isFinal(reply: Reply, call: Pick<CallOptions, "readable"> | undefined): boolean {
  return reply.stop === "refusal" || call?.readable === undefined || call.readable(reply);
}
