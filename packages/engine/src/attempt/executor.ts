import type { Question, Reply, ReplyReading, Request } from "@promptnce/core";
import { type FingerprintTable, fingerprintTable } from "../store/fingerprint-table.ts";
import type { Store, StoreEntry } from "../store/store.ts";
import type { Attempt } from "./entry-of.ts";
import { keyInStore } from "./key-in-store.ts";
import { requestKey } from "../store/request-key.ts";
import { type Attempts, next } from "./next.ts";

/** A wanted request, and the function that reads its replies. */
export interface Wanted {
  readonly request: Request;
  /** Without it, every reply counts as valid. */
  readonly read?: (reply: Reply) => ReplyReading;
  /** What the request asks; absent where it asks for a text, such as a summary. */
  readonly question?: Question;
}

/** Wanted requests; each iteration begins anew, so a file's rows need not stay in memory. */
export type AllWanted = Iterable<Wanted> | AsyncIterable<Wanted>;

/**
 * A way to fill a store with a model's replies ahead of a run that asks for them: batches, workers
 * or another.
 */
export interface Executor {
  /**
   * Resolves once the store holds an outcome of every wanted request: a final reply, or a failure
   * kept as one. Afterwards `cached` answers these requests over that store without a call.
   *
   * @returns The number of requests that had no outcome before.
   * @throws What ends a run: a failure that concerns more than single requests, a used-up budget,
   *   or an abort. What came until then is stored.
   */
  settle(wanted: AllWanted): Promise<number>;
}

/** A request without an outcome in the store. */
export interface Missing extends Attempt {
  /** Its last entry: an invalid reply or a failure. */
  readonly last?: StoreEntry | undefined;
}

/** A round of an executor: each missing request is attempted at most once in it. */
export interface Round {
  /** The requests without an outcome, in groups; to be gone through once. */
  readonly missing: AsyncIterable<readonly Missing[]>;
  /** The keys of all wanted requests gone through so far. */
  readonly planned: ReadonlySet<string>;
  /** The number of the round, from 0. */
  readonly number: number;
}

/** How an executor carries requests in rounds. */
export interface Carrier {
  readonly store: Store;
  readonly attempts: Attempts;
  /** The model, and the settings that are sent now: those that it rejects are left out. */
  readonly asked: () => Pick<StoreEntry, "provider" | "model" | "settings">;
  /** Whether a request can be carried; by default each can. */
  readonly takes?: (wanted: Wanted) => boolean;
  /** Once aborted, no further round begins. */
  readonly signal?: AbortSignal | undefined;
  /** Attempts the round's missing requests and stores what comes of them, all or some. */
  readonly carry: (round: Round) => Promise<void>;
}

/**
 * The executor that carries requests in rounds, until none is missing. Equal requests count once. A
 * request that the store has as failed is retried in the first round at most. A request with an
 * outcome is not looked up again, so that a later round costs what is still missing, and not a
 * reading of all replies.
 */
export function inRounds(carrier: Carrier): Executor {
  const { attempts, signal, asked, carry } = carrier;
  return {
    async settle(wanted) {
      // By the keys of the first round: without a setting that the model rejects, they are others.
      const carried = new Set<string>();
      const askedFirst = asked();
      const settled = fingerprintTable();
      for (let number = 0; ; number++) {
        signal?.throwIfAborted();
        const planned = new Set<string>();
        const round = { planned, settled, retryFailed: attempts.retryFailed && number === 0 };
        let isDone = true;
        const missing = async function* (): AsyncGenerator<readonly Missing[]> {
          for await (const some of missingOf(wanted, carrier, round)) {
            if (some.length > 0) isDone = false;
            for (const { request } of some) {
              carried.add(requestKey({ ...request, ...askedFirst }));
            }
            yield some;
          }
        };
        await carry({ missing: missing(), planned, number });
        if (isDone) return carried.size;
      }
    },
  };
}

/** Keys looked up at once. */
const LOOK_UP = 500;

async function* missingOf(
  wanted: AllWanted,
  { asked, store, attempts, takes = () => true }: Carrier,
  round: {
    /** The keys gone through in this round. */
    readonly planned: Set<string>;
    /** The keys whose outcome this or an earlier round found. */
    readonly settled: FingerprintTable;
    readonly retryFailed: boolean;
  },
): AsyncGenerator<readonly Missing[]> {
  const { planned, settled, retryFailed } = round;
  const sent = asked();
  const lookUp = async (key: string, { request, read }: Wanted): Promise<Missing[]> => {
    const policy = { ...attempts, retryFailed, read };
    const last = await store.get(await keyInStore({ ...request, ...sent }, store, policy));
    const step = next(last, policy);
    if (step.is === "asked") return [{ key, request, attempt: step.attempt, last }];
    settled.add(key, 1);
    return [];
  };
  let group: Promise<Missing[]>[] = [];
  for await (const one of wanted) {
    const key = requestKey({ ...one.request, ...sent });
    if (planned.has(key) || !takes(one)) continue;
    planned.add(key);
    if (settled.get(key) !== undefined) continue;
    if (group.push(lookUp(key, one)) < LOOK_UP) continue;
    yield (await Promise.all(group)).flat();
    group = [];
  }
  yield (await Promise.all(group)).flat();
}
