import type { Question, Reply, ReplyReading, Request } from "@promptnce/core";
import { type FingerprintTable, fingerprintTable } from "../store/fingerprint-table.ts";
import type { Store, StoreEntry, EntryModel } from "../store/store.ts";
import type { Attempt } from "./entry-of.ts";
import { requestKey } from "../store/request-key.ts";
import { type Attempts, standingOf } from "./next.ts";

/** A wanted request, and the function that reads its replies. */
export interface Inquiry {
  readonly request: Request;
  /** Without it, every reply counts as valid. */
  readonly read?: (reply: Reply) => ReplyReading;
  /** What the request asks; absent where it asks for a text, such as a summary. */
  readonly question?: Question;
}

/** Wanted requests; each iteration begins anew, so a file's rows need not stay in memory. */
export type Inquiries = Iterable<Inquiry> | AsyncIterable<Inquiry>;

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
  settle(wanted: Inquiries): Promise<number>;
}

/** A request without an outcome in the store. */
export interface OpenRequest extends Attempt {
  /** How its replies are read; see {@link Inquiry}. */
  readonly read: Inquiry["read"] | undefined;
  /** Its last entry: an invalid reply or a failure. */
  readonly last?: StoreEntry | undefined;
}

/** A round of an executor: it attempts a missing request once, or as often as it is given. */
export interface Round {
  /** The requests without an outcome, in groups; they can be iterated over once. */
  readonly missing: AsyncIterable<readonly OpenRequest[]>;
  /**
   * Looks up requests of this round once more and returns those that still lack an outcome, as they
   * are to be attempted now. A round in which none is left is the last one, so a carrier that
   * checks replies as they come spares the executor another pass over all wanted requests.
   */
  readonly stillMissing: (some: readonly OpenRequest[]) => Promise<readonly OpenRequest[]>;
  /** The keys of all wanted requests seen so far. */
  readonly planned: ReadonlySet<string>;
  /** The number of the round, from 0. */
  readonly number: number;
}

/** How an executor carries requests in rounds. */
export interface Carrier {
  readonly store: Store;
  readonly attempts: Attempts;
  /** The model, and the settings that are sent now: those that it rejects are left out. */
  readonly asked: () => EntryModel;
  /** Whether a request can be carried; by default each can. */
  readonly takes?: (wanted: Inquiry) => boolean;
  /** Once aborted, no further round begins. */
  readonly signal?: AbortSignal | undefined;
  /** Attempts the round's missing requests, all or some, and stores the outcomes. */
  readonly carry: (round: Round) => Promise<void>;
}

/**
 * The executor that carries requests in rounds until none is missing. Equal requests count once. A
 * request that the store has as failed is retried in the first round at most. A request with an
 * outcome is not looked up again, so that a later round costs only the lookup of what is still
 * missing. Each round iterates over all wanted requests.
 *
 * @example
 * const store = memoryStore();
 * const model = { provider: "ours", model: "large", settings: {} };
 * const reply = { text: "0.4", stop: "end" }; // whatever the carrier brings
 * const carry = async ({ missing }) => {
 *   for await (const some of missing)
 *     for (const { key, request } of some) store.append({ key, ...model, ...request, reply });
 * };
 * const executor = inRounds({ store, attempts: attemptsAt({}), asked: () => model, carry });
 * await executor.settle([{ request: { prompt: "Will it rain?", sample: 0 } }]); // → 1
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
        const sent = asked();
        const round = { planned, settled, sent, retryFailed: attempts.retryFailed && number === 0 };
        const isFirst = sent.settings === askedFirst.settings;
        let left = 0;
        const missing = async function* (): AsyncGenerator<readonly OpenRequest[]> {
          for await (const some of missingOf(wanted, carrier, round)) {
            left += some.length;
            for (const { key, request } of some) {
              carried.add(isFirst ? key : requestKey({ ...request, ...askedFirst }));
            }
            yield some;
          }
        };
        const stillMissing = async (
          some: readonly OpenRequest[],
        ): Promise<readonly OpenRequest[]> => {
          const now = asked();
          const looked = await Promise.all(
            some.map(async (one) => {
              const key = requestKey({ ...one.request, ...now });
              const missed = await lookUp(key, one, carrier, false);
              if (missed === undefined) settled.add(one.key, 1);
              return missed ?? [];
            }),
          );
          const again = looked.flat();
          left -= some.length - again.length;
          return again;
        };
        await carry({ missing: missing(), stillMissing, planned, number });
        if (left === 0) return carried.size;
      }
    },
  };
}

/** The request as it is missing, or `undefined` where the store has its outcome. */
async function lookUp(
  key: string,
  { request, read }: Inquiry | OpenRequest,
  { store, attempts }: Carrier,
  retryFailed: boolean,
): Promise<OpenRequest | undefined> {
  const policy = { ...attempts, retryFailed, read };
  const { last, step } = await standingOf(key, store, policy);
  return step.is === "asked" ? { key, request, attempt: step.attempt, last, read } : undefined;
}

/** Keys looked up at once. */
const LOOK_UP = 500;

async function* missingOf(
  wanted: Inquiries,
  carrier: Carrier,
  round: {
    /** The keys gone through in this round. */
    readonly planned: Set<string>;
    /** The keys whose outcome this or an earlier round found. */
    readonly settled: FingerprintTable;
    readonly sent: EntryModel;
    readonly retryFailed: boolean;
  },
): AsyncGenerator<readonly OpenRequest[]> {
  const { planned, settled, sent } = round;
  const { takes = () => true } = carrier;
  const look = async (key: string, one: Inquiry): Promise<OpenRequest | readonly OpenRequest[]> => {
    const missed = await lookUp(key, one, carrier, round.retryFailed);
    if (missed === undefined) settled.add(key, 1);
    return missed ?? [];
  };
  let group: ReturnType<typeof look>[] = [];
  for await (const one of wanted) {
    const key = requestKey({ ...one.request, ...sent });
    if (planned.has(key) || !takes(one)) continue;
    planned.add(key);
    if (settled.get(key) !== undefined) continue;
    if (group.push(look(key, one)) < LOOK_UP) continue;
    yield (await Promise.all(group)).flat();
    group = [];
  }
  yield (await Promise.all(group)).flat();
}
