import type { Continuation, Decision, JsonSchema, Reply } from "@promptnce/core";
import type { ModelIdentity, ProviderIdentity } from "@promptnce/providers";

/** The settings of a request as actually sent. */
export interface EntrySettings {
  readonly settings: Readonly<Record<string, unknown>>;
  /**
   * Settings that were requested but not sent because the model rejects them; absent if there are
   * none.
   */
  readonly leftOut?: Readonly<Record<string, unknown>> | undefined;
}

/** The model that was asked, and the settings as actually sent. */
export interface EntryModel extends EntrySettings {
  readonly provider: string;
  readonly model: string;
}

/** A request of a store, which may be under way. */
export interface EntryCall {
  /** The {@link requestKey} of the request. */
  readonly key: string;
  readonly provider: string;
  readonly model: string;
  /** The wording of the prompt, with the SHA-256 of its text where it has one. */
  readonly template?:
    | { readonly id: string; readonly version: number; readonly sha256?: string }
    | undefined;
}

/** A reply to an attempt at a request. */
export interface AttemptReply {
  /** The reply, without the mark that it came from a store. */
  readonly reply: Omit<Reply, "stored">;
  /**
   * The number of earlier replies to this request, each invalid or cut off; absent for the first
   * reply.
   */
  readonly attempt?: number | undefined;
}

/** A reply to a request, or a charge for one. */
export interface EntryReply extends AttemptReply {
  /** The {@link requestKey} of the request. */
  readonly key: string;
  /**
   * True for a call that may have been charged but left nothing usable: it timed out, was killed,
   * or returned a reply of no known form. It answers no request, but counts as spending.
   */
  readonly charge?: boolean | undefined;
}

/** What a model is sent, in the form in which a store keeps it. */
export interface SentRequest {
  readonly prompt: string;
  /** The number of the draw, from 0. */
  readonly sample: number;
  /**
   * The schema that constrained the reply, if any: sent with the request, or applied as a grammar
   * of its own.
   */
  readonly schema?: JsonSchema | undefined;
  /**
   * The request's own limit on the tokens of its reply, reasoning included; absent where the
   * settings set the limit, or none is set.
   */
  readonly limit?: number | undefined;
  /** The text that was scored, where no text was generated. */
  readonly continuation?: Continuation | undefined;
  /** The options whose next-token distribution is the reply, where no text was requested. */
  readonly options?: readonly string[] | undefined;
  /** The question put about the prompt, where the reply is the probabilities of its options. */
  readonly decision?: Decision | undefined;
}

/** An entry of a store: a reply with everything that was sent. */
export interface StoreEntry extends EntryModel, EntryCall, EntryReply, SentRequest {}

/** Read-only access to the replies of a store, in the order of storing. */
export interface StoredReplies {
  /**
   * All entries, read anew with each call. Of one key, `get` returns the last entry that is not a
   * `charge`.
   */
  entries(): Iterable<StoreEntry> | AsyncIterable<StoreEntry>;
}

/**
 * Where replies are kept: a {@link openJournal journal}, or a team's database behind the same three
 * calls. A reply is returned to the caller only after `append` is done.
 */
export interface Store extends StoredReplies {
  /** The last entry appended under the key that is not a `charge`, or `undefined`. */
  get(key: string): StoreEntry | undefined | Promise<StoreEntry | undefined>;
  /** Whether `get` would return an entry, for a store that can tell without reading it. */
  readonly has?: (key: string) => boolean;
  append(entry: StoreEntry): void | Promise<void>;
  /**
   * Notes that a call that costs money is sent now, or (`false`) that it ended without being
   * charged. If the run is killed before anything else is appended under the key, `entries` has a
   * `charge` without a prompt.
   */
  sending?(call: EntryCall, underWay: boolean): void;
  /**
   * Called before sending a request that the store does not answer. Resolves with whether another
   * program may have answered it meanwhile, so that it is looked up once more. Rejects where
   * another program is sending requests to this model from the same store.
   */
  mayAsk?(model: ModelIdentity): Promise<boolean>;
  /**
   * The names of settings that its entries report as left out for the same provider. Without this
   * method, a later run learns them from the model again, at the cost of one rejected call.
   */
  leftOut?(asked: ProviderIdentity): readonly string[];
}
