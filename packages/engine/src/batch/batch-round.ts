import type { Reply, ReplyReading, Request } from "@promptnce/core";
import type { Sent } from "@promptnce/providers/contract";
import type { ProviderError } from "@promptnce/providers";
import { requestKey } from "../store/request-key.ts";
import type { Attempt } from "../attempt/entry-of.ts";
import type { OneAttempt } from "../attempt/model-attempts.ts";
import { type Attempts, attemptsAt, next } from "../attempt/next.ts";
import type { Store, StoreEntry } from "../store/store.ts";
import type { BatchRun } from "./batch-run.ts";

/** A wanted request, and the function that reads its replies. */
export interface BatchAsk {
  readonly request: Request;
  /** Without it, every reply counts as valid. */
  readonly read?: (reply: Reply) => ReplyReading;
}

/**
 * The wanted requests. Each round of batches iterates over them again, so a file's rows need not
 * stay in memory.
 */
export type BatchAsks = readonly BatchAsk[] | AsyncIterable<BatchAsk>;

/** A request without a final entry in the store. */
export interface Missing extends Attempt {
  /** Its last entry: an invalid reply or a failure. */
  readonly last?: StoreEntry | undefined;
}

/** Why a request is still missing although its batch has ended. */
interface Problem {
  readonly error: ProviderError;
  /** The attempt that met it. */
  readonly made: OneAttempt;
}

/** The requests wanted in a round of batches, and those that still lack a reply. */
export interface BatchRound {
  readonly sent: Sent;
  /** The keys of all wanted requests. */
  readonly planned: ReadonlySet<string>;
  /** The unanswered requests by key; a request is removed once it is answered. */
  readonly missing: Map<string, Missing>;
  /** The problems of requests, by key. */
  readonly problems: Map<string, Problem>;
}

/**
 * The requests that the store does not answer. Continuations are skipped, since batches cannot
 * score them.
 */
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
    attempts: attemptsAt({}),
  })) {
    for (const one of some) {
      missing.set(one.key, one);
    }
  }
  return { sent, planned, missing, problems: new Map() };
}

/** Keys looked up at once. */
const LOOK_UP = 500;

/**
 * Yields, in groups, the requests without a final entry in the store. Equal requests count once;
 * the key of each is added to `planned`.
 *
 * @param how `asked`: the model and its settings; `attempts`: how often a request may be sent.
 */
export async function* missingOf(
  asks: BatchAsks,
  how: {
    readonly asked: Pick<StoreEntry, "provider" | "model" | "settings">;
    readonly store: Store;
    readonly planned: Set<string>;
    readonly takes?: (ask: BatchAsk) => boolean;
    readonly attempts: Attempts;
  },
): AsyncGenerator<Missing[]> {
  const { asked, store, planned, takes = () => true, attempts } = how;
  let group: Promise<Missing[]>[] = [];
  const lookUp = async (key: string, ask: BatchAsk): Promise<Missing[]> => {
    const last = await store.get(key);
    const step = next(last, { ...attempts, read: ask.read });
    return step.is === "asked" ? [{ key, request: ask.request, attempt: step.attempt, last }] : [];
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
