import type { CallContext, CallEvent, Provider, Reply, Request } from "@promptnce/core";
import { droppedParameters, identityOf, type CurrentSettings } from "@promptnce/providers/contract";
import { requestKey } from "../store/request-key.ts";
import type { Store, StoreEntry } from "../store/store.ts";
import { type Attempt, wordingOf } from "../attempt/entry-of.ts";
import { modelAttempts } from "../attempt/model-attempts.ts";
import { attemptsAt, next, standingOf } from "../attempt/next.ts";

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

/** The reply to a request, or its failure as one, and its key. */
interface Outcome {
  readonly key: string;
  readonly reply: Reply;
}

/**
 * A provider with a store that may postpone storing a failed request until the cause is decided.
 */
export interface CachedProvider extends Provider {
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
 * limit, or one from a deterministic provider. Without `read` every reply counts as valid. A reply
 * that was cut off on its way was bought as well: the request is sent once more, and a second such
 * reply is its failure, in later runs too.
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
 *
 * @example
 * const complete = async () => ({ text: "0.4", stop: "end" });
 * const provider = { name: "ours", model: "large", settings: {}, complete };
 * const stored = cached(provider, memoryStore());
 * await stored.complete({ prompt: "Will it rain?", sample: 0 });
 * (await stored.complete({ prompt: "Will it rain?", sample: 0 })).stored; // → true
 */
export function cached(
  provider: Provider,
  store: Store,
  options: CachedOptions = {},
): CachedProvider {
  const { onLeftOut, onKey } = options;
  const { name, model, settings: asked } = provider;
  const policy = attemptsAt(provider, options);
  const attempts = modelAttempts(provider, options.endures ?? false);
  const settings = droppedParameters(asked, store.leftOut?.(provider) ?? [], onLeftOut);
  const inFlight = new Map<
    string,
    { readonly reply: Promise<Reply>; readonly given: CallContext | undefined }
  >();

  async function lookUpOrAsk(
    key: string,
    request: Request,
    sent: CurrentSettings,
    given?: CallContext,
  ): Promise<Reply> {
    const reading = { ...policy, read: given?.read };
    let standing = await standingOf(key, store, reading);
    if (standing.step.is === "asked" && (await store.mayAsk?.(provider))) {
      standing = await standingOf(key, store, reading);
    }
    const { last, step } = standing;
    if (step.is !== "asked") return { ...(last as StoreEntry).reply, stored: true };
    return askFrom({ key, request, attempt: step.attempt }, sent, given);
  }

  /** Sends a request, from this attempt on, until a reply or its failure is final. */
  async function askFrom(
    first: Attempt,
    sent: CurrentSettings,
    given?: CallContext,
  ): Promise<Reply> {
    const { key, request } = first;
    const template = request.template && wordingOf(request.template);
    const note = sendingNote(store, { key, provider: name, model, template });
    const context = settings.context(sent, given);
    const tell = async (event: CallEvent): Promise<void> => {
      await context.tell?.(event);
      note.hear(event);
    };
    const keep = async (entry: StoreEntry): Promise<void> => {
      note.replaced();
      await store.append(entry);
    };
    try {
      for (let { attempt } = first; ;) {
        const one = attempts.begin({ key, request, attempt }, sent, keep);
        const reply = await one.settle(await one.send(provider, { ...context, tell }));
        const step = next({ attempt, reply }, { ...policy, read: given?.read, retryFailed: false });
        if (step.is !== "asked") return reply;
        attempt = step.attempt;
      }
    } finally {
      note.end();
    }
  }

  /** Sends one of several equal requests; the others wait for its reply. */
  async function askShared(
    request: Request,
    sent: CurrentSettings,
    given?: CallContext,
  ): Promise<Outcome> {
    const key = requestKey({ ...request, provider: name, model, settings: sent.settings });
    for (;;) {
      const other = inFlight.get(key);
      if (other === undefined) {
        const reply = lookUpOrAsk(key, request, sent, given).finally(() => inFlight.delete(key));
        inFlight.set(key, { reply, given });
        return { key, reply: await reply };
      }
      try {
        return { key, reply: { ...(await other.reply), stored: true } };
      } catch (error) {
        if (!isAborted(other.given) || isAborted(given)) throw error;
      }
    }
  }

  const complete = (request: Request, given?: CallContext): Promise<Reply> =>
    settings.whileLearning(async (sent) => {
      const { key, reply } = await askShared(request, sent, given);
      // Where a concurrent call found these settings rejected, the reply stays stored under the
      // settings it was sent with, and the request is sent again under those that all others use.
      settings.check(sent);
      settings.fix();
      onKey?.(key);
      return reply;
    });

  return {
    ...identityOf(provider),
    get settings() {
      return settings.now.settings;
    },
    complete,
    settle: () => attempts.settle(),
  };
}

function isAborted(call: CallContext | undefined): boolean {
  return call?.signal?.aborted === true || call?.closing?.aborted === true;
}

/**
 * The store's note that a call is being sent. It is made once, until an outcome of the call is
 * stored, and withdrawn if the call ended without costing anything.
 */
function sendingNote(store: Store, call: Parameters<NonNullable<Store["sending"]>>[0]) {
  let isNoted = false;
  let isUnderWay = false;
  return {
    hear({ is }: CallEvent): void {
      if (is === "uncharged") isUnderWay = false;
      if (is !== "sending") return;
      isUnderWay = true;
      if (isNoted) return;
      isNoted = true;
      store.sending?.(call, true);
    },
    /** An outcome is about to be stored, which replaces the note. */
    replaced: (): void => void (isNoted = false),
    end(): void {
      if (isNoted && !isUnderWay) store.sending?.(call, false);
    },
  };
}
