import type { Continuation, JsonSchema, Reply } from "@promptnce/core";
import type { ModelIdentity, ProviderIdentity } from "@promptnce/providers";

/** What a store is given to keep: the reply with the whole of what was sent. */
export interface StoreEntry {
  /** The {@link requestKey} of the request. */
  readonly key: string;
  readonly provider: string;
  readonly model: string;
  /** As they were really sent. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly sample: number;
  /** Counts from 1 the replies to this request before this one that could not be read; absent for the first reply. */
  readonly attempt?: number | undefined;
  readonly prompt: string;
  /** The wording that the prompt is of, with the SHA-256 of its text where it is made of one. */
  readonly template?:
    | { readonly id: string; readonly version: number; readonly sha256?: string }
    | undefined;
  /** Settings that were asked for but not sent, since the model rejects them; absent for none. */
  readonly leftOut?: Readonly<Record<string, unknown>> | undefined;
  /** The schema that the reply was held to, where it was held to one: sent with it, or its own grammar. */
  readonly schema?: JsonSchema | undefined;
  /** The text that was scored, where none was generated. */
  readonly continuation?: Continuation | undefined;
  /** Whose distribution as the next token the reply is, where no text was wanted. */
  readonly options?: readonly string[] | undefined;
  /**
   * True of a call that may have been charged and left nothing to be used: it ran out of time, was killed, or gave what
   * nobody can read. It answers nothing, and counts in what was spent.
   */
  readonly charge?: boolean | undefined;
  /** Without the mark that it came from a store. */
  readonly reply: Omit<Reply, "stored">;
}

/** The replies of a store in the order in which they were kept, for whoever only looks. */
export interface StoredReplies {
  /** Each anew where it is asked for; of one key the last that is no `charge` is what `get` gives. */
  entries(): Iterable<StoreEntry> | AsyncIterable<StoreEntry>;
}

/**
 * Where replies are kept: a {@link openJournal journal}, or a team's own database behind the same
 * three calls. A reply is handed on only after `append` is done.
 */
export interface Store extends StoredReplies {
  /** The entry appended last under the key that is no `charge`, or `undefined`. */
  get(key: string): StoreEntry | undefined | Promise<StoreEntry | undefined>;
  /** Whether `get` would give one, for a store that knows without reading it. */
  readonly has?: (key: string) => boolean;
  append(entry: StoreEntry): void | Promise<void>;
  /**
   * Notes that a call which costs money is sent now, or (`false`) that it ended without being charged. Where nothing of
   * the key is appended after, since the run was killed, `entries` tells of a `charge` without a prompt.
   */
  sending?(
    call: Pick<StoreEntry, "key" | "provider" | "model" | "template">,
    underWay: boolean,
  ): void;
  /**
   * Called before a request is asked that the store does not answer. Resolves with whether others may have answered it
   * meanwhile, so that it is looked up once more, and rejects where another program asks that model from this store.
   */
  mayAsk?(model: ModelIdentity): Promise<boolean>;
  /**
   * The names of settings that its entries say were left out where the same was asked. Without it a
   * later run learns so from the model again, at one rejected call.
   */
  leftOut?(asked: ProviderIdentity): readonly string[];
}
