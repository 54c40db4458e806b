import { sha256 } from "@promptnce/providers/contract";
import type { CallOptions, FailedCall, Provider, Reply, Request } from "@promptnce/core";
import { droppedParameters, type Sent } from "@promptnce/providers/contract";
import { heldTo } from "@promptnce/providers/contract";
import { identityOf } from "@promptnce/providers/contract";
import { type ProviderIdentity } from "@promptnce/providers";
import { failedReply } from "@promptnce/providers/contract";
import { ProviderError } from "@promptnce/providers";
import type { RequestAttempts } from "./attempts.ts";
import { finalFailures } from "./final-failures.ts";
import { requestKey } from "./request-key.ts";
import type { Store, StoreEntry } from "./store.ts";

/** How often one request is asked in all where no reply can be read, by single calls and in batches. */
export const ATTEMPTS = 3;

export interface CachedOptions {
  /**
   * How often one request is asked in all where no reply can be read; 3 by default. 0 asks nothing
   * again that the store has a reply to, which is what recomputing from a store wants.
   */
  readonly attempts?: number | undefined;
  /** Whether requests that failed for good, by the store, are asked once more. */
  readonly retryFailed?: boolean | undefined;
  /** Whether a run goes on however many requests fail alike; see {@link finalFailures}. */
  readonly endures?: boolean | undefined;
  /** Told once of each setting that is not sent, since the model rejects it. */
  readonly onLeftOut?: (name: string, value: unknown) => void;
  /** Told of the key of each reply that is handed on. */
  readonly onKey?: (key: string) => void;
}

/** A provider that may hold back what failed until it knows whose fault it was. */
export interface Cached extends Provider {
  /**
   * To be called when all is asked: stores what failed of single prompts and was held back. @throws UnansweredError where
   * the server was down for any request.
   */
  settle(): Promise<void>;
}

/**
 * The provider with a store in front: what the store has is answered from it, marked `stored`; what it has not is
 * asked, kept, and only then handed on.
 *
 * Every reply is kept, readable or not. One that cannot be read by the call's `read` is asked again until there are
 * `attempts` of them, each kept under the same key with its number; the last is then the outcome, also from the
 * store. So a run that is killed goes on with the attempts that are left. A refusal is an answer of the model's and not
 * asked again, nor is a reply cut at the token limit, or one of a provider that always says the same; without `read`
 * every reply passes.
 *
 * A request that fails for good is a reply too, with a `failure` and no text, unless its error ends the run. It is kept
 * where that is a matter of its prompt, and asked again by the next run where the server was down ({@link finalFailures}).
 * What may have been charged and left nothing is kept as a `charge` when it happens.
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
export function cached(provider: Provider, store: Store, options: CachedOptions = {}): Cached {
  const { onLeftOut, onKey, retryFailed = false } = options;
  const { name, model, settings: asked, deterministic = false } = provider;
  const attempts = Math.min(options.attempts ?? ATTEMPTS, deterministic ? 1 : Infinity);
  const failures = finalFailures(options.endures ?? false);
  const settings = droppedParameters(asked, store.leftOut?.(provider) ?? [], onLeftOut);
  const inFlight = new Map<
    string,
    { readonly reply: Promise<Reply>; readonly given: CallOptions | undefined }
  >();

  /** What the request comes to: a reply, or that it failed; kept, or held back where it failed. */
  async function ask(request: Request, calling: CallOptions, keep: Keep): Promise<Reply> {
    const kind = request.template?.id ?? "prompts";
    const attempted = failures.attempts(kind);
    const charged = new WeakSet<FailedCall>();
    const onCharge = async (error: FailedCall): Promise<void> => {
      attempted.missed();
      if (charged.has(error)) return;
      charged.add(error);
      await keep(failedReply(error, error.body), { charge: true });
    };
    try {
      const options: CallOptions = { ...calling, ...watching(calling, attempted), onCharge };
      const reply = await provider.complete(request, options);
      await keep(reply);
      await failures.replied(kind, attempted);
      return reply;
    } catch (error) {
      // A setting that is not taken is no failure of the request: it is left out, or it ends the run.
      if (!(error instanceof ProviderError) || error.parameter !== undefined) throw error;
      if (error.mayBeBilled) await onCharge(error);
      const reply = failedReply(error);
      await failures.failed(error, kind, () => keep(reply), attempted);
      return reply;
    }
  }

  async function lookUpOrAsk(
    key: string,
    request: Request,
    sent: Sent,
    given?: CallOptions,
  ): Promise<Reply> {
    const isEnough = (entry: StoreEntry | undefined): entry is StoreEntry =>
      entry !== undefined && isAnswered(entry, given, { attempts, retryFailed });
    let entry = await store.get(key);
    if (!isEnough(entry) && (await store.mayAsk?.(provider))) entry = await store.get(key);
    if (isEnough(entry)) return { ...entry.reply, stored: true };
    let asked = timesAsked(entry);
    // Noted once until something of it is kept, and taken back where in the end it costs nothing.
    const call = {
      key,
      provider: name,
      model,
      template: request.template && wordingOf(request.template),
    };
    let noted = false;
    let underWay = false;
    const keep: Keep = async (reply, more) => {
      noted = false;
      await store.append({
        ...entryOf(provider, sent, { key, request, attempt: asked }, reply),
        ...more,
      });
    };
    const onSending = (now: boolean): void => {
      if (now && !noted) {
        noted = true;
        store.sending?.(call, true);
      }
      underWay = now;
    };
    const calling: CallOptions = {
      ...given,
      without: () => settings.without(sent),
      onSending,
    };
    try {
      for (;;) {
        given?.closing?.throwIfAborted();
        const reply = await ask(
          asked === 0 ? request : { ...request, attempt: asked },
          calling,
          keep,
        );
        asked++;
        if (asked >= attempts || isFinal(reply, given)) return reply;
      }
    } finally {
      if (noted && !underWay) store.sending?.(call, false);
    }
  }

  /** Lets one of equal requests ask, and the others wait for it. */
  async function askShared(
    key: string,
    request: Request,
    sent: Sent,
    given?: CallOptions,
  ): Promise<Reply> {
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
      const key = requestKey({ ...request, provider: name, model, settings: sent.settings });
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
    settle: () => failures.settle(),
  };
}

/** Tells of each attempt of a call, as far as the provider does, besides what the call's options have done. */
function watching(
  { onSending }: CallOptions,
  attempts: RequestAttempts,
): Pick<CallOptions, "onAttempt" | "onSending"> {
  let isFirst = true;
  return {
    onAttempt(): void {
      if (!isFirst) attempts.missed();
      isFirst = false;
      attempts.sent();
    },
    onSending(underWay): void {
      onSending?.(underWay);
      if (underWay) attempts.sent();
      else attempts.missed();
    },
  };
}

/** Appends what came of a request to the store. */
type Keep = (reply: Reply, more?: Pick<StoreEntry, "charge">) => Promise<void>;

function isAborted(call: CallOptions | undefined): boolean {
  return call?.signal?.aborted === true || call?.closing?.aborted === true;
}

/** A reply as it is kept, with the whole of what was sent. */
export function entryOf(
  { name: provider, model }: ProviderIdentity,
  { settings, leftOut }: Pick<Sent, "settings" | "leftOut">,
  {
    key,
    request,
    attempt,
  }: { readonly key: string; readonly request: Request; readonly attempt: number },
  received: Reply,
): StoreEntry {
  const { stored: _, ...reply } = received;
  const { prompt, sample, template, continuation, options } = request;
  const schema = heldTo(request, settings);
  const wording = template && wordingOf(template);
  const held = { schema, continuation, options };
  const asked = {
    key,
    provider,
    model,
    settings,
    sample,
    prompt,
    template: wording,
    ...held,
    leftOut,
  };
  return { ...asked, reply, attempt: attempt || undefined };
}

const hashes = new Map<string, string>();

type Wording = NonNullable<StoreEntry["template"]>;

/** A wording as a record names it, which may be what is given. Of a text the hash is taken once. */
export function wordingOf(template: Wording & NonNullable<Request["template"]>): Wording {
  const { id, version, body, sha256: named } = template;
  if (body === undefined) return { id, version, ...(named !== undefined && { sha256: named }) };
  const known = hashes.get(body) ?? sha256(body);
  hashes.set(body, known);
  return { id, version, sha256: known };
}

/** Whether a reply is final: read, refused, failed for good, or cut at a limit that would cut the next as well. */
function isFinal(reply: Reply, call: Pick<CallOptions, "read"> | undefined): boolean {
  return ["refusal", "length", "failed"].includes(reply.stop) || call?.read?.(reply).ok !== false;
}

/** How many replies a request has by the last entry of its key; a failure is none. */
export function timesAsked(entry: StoreEntry | undefined): number {
  return entry === undefined ? 0 : (entry.attempt ?? 0) + (entry.reply.failure ? 0 : 1);
}

/** Whether the last entry of a key is the last word on its request. */
export function isAnswered(
  entry: StoreEntry,
  call: Pick<CallOptions, "read"> | undefined,
  { attempts, retryFailed }: { readonly attempts: number; readonly retryFailed: boolean },
): boolean {
  if (retryFailed && entry.reply.failure) return false;
  return timesAsked(entry) >= attempts || isFinal(entry.reply, call);
}
