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

/**
 * The most attempts of one request while its replies are invalid, in single calls and in batches.
 */
export const ATTEMPTS = 3;

export interface CachedOptions {
  /**
   * The most attempts of one request while its replies are invalid; 3 by default. With 0, no
   * request that has a stored reply is sent again, as needed to recompute from a store.
   */
  readonly attempts?: number | undefined;
  /** Whether requests that failed for good, according to the store, are sent once more. */
  readonly retryFailed?: boolean | undefined;
  /** Whether a run continues however many requests fail alike; see {@link finalFailures}. */
  readonly endures?: boolean | undefined;
  /** Called once for each setting that is not sent because the model rejects it. */
  readonly onLeftOut?: (name: string, value: unknown) => void;
  /** Called with the key of each reply returned. */
  readonly onKey?: (key: string) => void;
}

/**
 * A provider with a store that may postpone storing a failed request until the cause is decided.
 */
export interface Cached extends Provider {
  /**
   * To be called after the last request: stores the postponed failures that single prompts caused.
   *
   * @throws UnansweredError where the server was down for any request.
   */
  settle(): Promise<void>;
}

/**
 * The provider with a store in front. A reply in the store is returned from it, marked `stored`;
 * otherwise the request is sent, and its reply stored before it is returned.
 *
 * Every reply is kept, valid or not. If the call's `read` finds it invalid, the request is sent
 * again, up to `attempts` times in all. Each reply is kept under the same key with its number, and
 * the last one is the outcome, in later runs too. So a killed run continues with the remaining
 * attempts. A refusal is the model's answer and is not retried; nor is a reply cut at the token
 * limit, or one from a deterministic provider. Without `read` every reply counts as valid.
 *
 * A request that fails for good also yields a reply, with a `failure` and no text, unless its error
 * ends the run. It is stored where the prompt is the cause; where the server was down, the next run
 * sends it again ({@link finalFailures}). A call that may have been charged but left no reply is
 * stored as a `charge` when it occurs.
 *
 * A setting that the model rejects by name (`rejected-parameter.ts` lists the possible ones) is
 * left out from then on, provided no reply has been returned yet. `settings`, the key and the
 * record describe what is actually sent; the record keeps the requested values in `leftOut`. A
 * store that reports left-out settings saves a later run the rejected call.
 *
 * Equal requests in flight at the same time are sent once; the replies to those that waited are
 * marked `stored`. If the sending one is aborted or its run is closing, a waiting one that is not
 * takes over. A waiting request notices its own abort only when the sending one has ended.
 *
 * Once the run is closing, nothing further is sent: neither new requests nor retries.
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

  /**
   * The outcome of a request: a reply or a failure. A reply is stored; storing a failure may be
   * postponed.
   */
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
      // A rejected setting is no failure of the request: either it is left out, or it ends the run.
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
    // The sending of a call is noted once, until its outcome is stored; the note is withdrawn if
    // the call cost nothing.
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

  /** Sends one of several equal requests; the others wait for its reply. */
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
        // Otherwise a concurrent call found these settings rejected. The reply stays stored under
        // the settings it was sent with, and the request is sent again under those that all others
        // use.
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

/**
 * Call options that record each attempt, as far as the provider reports it, and still call the
 * given `onSending`.
 */
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

/** Appends the outcome of a request to the store. */
type Keep = (reply: Reply, more?: Pick<StoreEntry, "charge">) => Promise<void>;

function isAborted(call: CallOptions | undefined): boolean {
  return call?.signal?.aborted === true || call?.closing?.aborted === true;
}

/** The store's entry for a reply, with everything that was sent. */
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

/**
 * A wording as a record names it; its argument may already be in that form. Each text is hashed
 * once.
 */
export function wordingOf(template: Wording & NonNullable<Request["template"]>): Wording {
  const { id, version, body, sha256: named } = template;
  if (body === undefined) return { id, version, ...(named !== undefined && { sha256: named }) };
  const hash = hashes.get(body) ?? sha256(body);
  hashes.set(body, hash);
  return { id, version, sha256: hash };
}

/**
 * Whether a reply is final: valid, a refusal, failed for good, or cut at a limit that would cut the
 * next one as well.
 */
function isFinal(reply: Reply, call: Pick<CallOptions, "read"> | undefined): boolean {
  return ["refusal", "length", "failed"].includes(reply.stop) || call?.read?.(reply).ok !== false;
}

/**
 * The number of replies to a request, by the last entry under its key; a failure is not a reply.
 */
export function timesAsked(entry: StoreEntry | undefined): number {
  return entry === undefined ? 0 : (entry.attempt ?? 0) + (entry.reply.failure ? 0 : 1);
}

/** Whether the last entry under a key settles its request. */
export function isAnswered(
  entry: StoreEntry,
  call: Pick<CallOptions, "read"> | undefined,
  { attempts, retryFailed }: { readonly attempts: number; readonly retryFailed: boolean },
): boolean {
  if (retryFailed && entry.reply.failure) return false;
  return timesAsked(entry) >= attempts || isFinal(entry.reply, call);
}
