import type { Request } from "@promptnce/core";
import type { Sent } from "@promptnce/providers/contract";
import type { Planned } from "../money/run-estimate.ts";
import type { ProviderError } from "@promptnce/providers";
import { requestKey } from "../store/request-key.ts";
import { ATTEMPTS, isAnswered, timesAsked } from "../store/cached.ts";
import type { Store, StoreEntry } from "../store/store.ts";
import type { BatchRun } from "./batch-run.ts";

/** A request that is wanted, and which of its replies can be read. */
export type BatchAsk = Pick<Planned, "request" | "read">;

/** What is wanted; gone through anew for each round of batches, so that a file's rows need not be held. */
export type BatchAsks = readonly BatchAsk[] | AsyncIterable<BatchAsk>;

/** A request that the store has no last word on. */
export interface Missing {
  readonly key: string;
  readonly request: Request;
  /** How many replies the store has, none of which could be read: 0 for the first. */
  readonly attempt: number;
  /** The last of them, or that it failed. */
  readonly last?: StoreEntry | undefined;
}

/** What is wanted in a round of batches and what of it is missing. */
export interface BatchRound {
  readonly sent: Sent;
  /** The keys of all that is wanted. */
  readonly planned: ReadonlySet<string>;
  /** By key; what is answered is taken out. */
  readonly missing: Map<string, Missing>;
  /** Of what is missing although its batch has ended, why; by key. */
  readonly problems: Map<string, ProviderError>;
}

/** What the store does not answer of the requests; continuations are no matter of batches and passed over. */
export async function batchRound(
  asks: BatchAsks,
  sent: Sent,
  { vendor, store }: BatchRun,
): Promise<BatchRound> {
  const asked = { provider: vendor.name, model: vendor.model, settings: sent.settings };
  const planned = new Set<string>();
  const missing = new Map<string, Missing>();
  for await (const some of missingOf(asks, {
    asked,
    store,
    planned,
    takes: (ask) => !ask.request.continuation,
  })) {
    for (const one of some) {
      missing.set(one.key, one);
    }
  }
  return { sent, planned, missing, problems: new Map() };
}

/** So many keys are looked up at once. */
const LOOK_UP = 500;

/**
 * What a store has no last word on, some at a time; equal requests are one, whose key is added to `planned`. `asked` is
 * who, under which settings, `attempts` how often in all; `retryFailed` has what failed for good asked again.
 */
export async function* missingOf(
  asks: BatchAsks,
  how: {
    readonly asked: Pick<StoreEntry, "provider" | "model" | "settings">;
    readonly store: Store;
    readonly planned: Set<string>;
    readonly takes?: (ask: BatchAsk) => boolean;
    readonly attempts?: number;
    readonly retryFailed?: boolean;
  },
): AsyncGenerator<Missing[]> {
  const {
    asked,
    store,
    planned,
    takes = () => true,
    attempts = ATTEMPTS,
    retryFailed = false,
  } = how;
  let group: Promise<Missing[]>[] = [];
  const lookUp = async (key: string, ask: BatchAsk): Promise<Missing[]> => {
    const last = await store.get(key);
    if (last && isAnswered(last, ask, { attempts, retryFailed })) return [];
    return [{ key, request: ask.request, attempt: timesAsked(last), last }];
  };
  for await (const ask of asks) {
    const key = requestKey({ ...ask.request, ...asked });
    if (planned.has(key) || !takes(ask)) continue;
    planned.add(key);
    if (group.push(lookUp(key, ask)) < LOOK_UP) continue;
    yield (await Promise.all(group)).flat();
    group = [];
  }
  yield (await Promise.all(group)).flat();
}
