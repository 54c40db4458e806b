import type { CallContext, Provider } from "@promptnce/core";
import { droppedParameters, type Sent } from "@promptnce/providers/contract";
import {
  type Price,
  type StoreEntry,
  modelAttempts,
  requestKey,
  UnansweredError,
} from "@promptnce/engine";
import { type CallCosts, runningCost } from "@promptnce/engine/money";
import { JournalError } from "@promptnce/engine/journal";
import { ProviderError } from "@promptnce/core/errors";
import { grouped } from "../store/grouped.ts";
import type { PostgresStore } from "../store/postgres-store.ts";
import { claimAgain } from "./claim.ts";
import { excuse, giveBack } from "./give-back.ts";
import { requestTurns, type Share, staysWithin } from "./limits.ts";
import type { Claimed, Queue, Size } from "./queue.ts";
import { type Answered, release, settle } from "./settle.ts";

/** The provider a worker calls, with its store and price. */
export interface Caller {
  readonly store: PostgresStore;
  /** The provider, paced and with retries. */
  readonly provider: Provider;
  /** The price of a call; without it nothing counts towards a budget. */
  readonly price: Price | undefined;
  /**
   * What its calls may cost at most, which is told what replies have cost; absent without a price.
   */
  readonly costs?: CallCosts | undefined;
}

/** The jobs that a worker holds and processes. */
export interface CallsUnderWay {
  /** Numbers of jobs; `usd`: the cost of all answered ones in US dollars. */
  readonly count: Readonly<Record<"underWay" | "answered" | "usd", number>>;
  /** The jobs under way whose requests wait for their turn. */
  readonly unsent: ReadonlySet<Claimed>;
  /** Stores the failures whose cause was still undecided. */
  settle(): Promise<void>;
  /** All claims held, including those whose failure is still undecided. */
  held(): Claimed[];
  /**
   * Starts a call `gapMs` after the previous one, or completes the job if the store already has its
   * answer. Where there is a budget, a job that it no longer covers when its call would leave is
   * given back.
   */
  begin(job: Claimed, share: Pick<Share, "gapMs" | "budget">, isAnswered: boolean): void;
  /** Drops a claim of a job that has been claimed again since, here or elsewhere. */
  lose(claim: Claimed): void;
  /**
   * Stops sending: jobs that wait for their turn or a retry are given back; calls under way
   * continue.
   */
  close(): Promise<void>;
  /**
   * Gives back the jobs whose failure is still undecided. To be called once nothing is under way.
   */
  giveBackHeld(): Promise<void>;
}

/** The state of a claim during its call. */
interface LiveCall {
  readonly lost: AbortController;
  /** Its store entries so far. */
  readonly entries: StoreEntry[];
  /** Whether its failure was passed on, to be stored at once or once its cause is decided. */
  hasFailed: boolean;
}

/**
 * How long an outcome waits for others to be stored with, in milliseconds: each statement costs a
 * worker and the database as much as a question. It waits only for calls that are under way, and no
 * longer once this part of them has ended.
 */
const GATHER_MS = 25;
const GATHER_PART = 1 / 5;

/** Why a call does not leave that the budget no longer covers: replies since then were dearer. */
const NO_LONGER_COVERED = new Error("The budget no longer covers this call.");

/**
 * @param onEnd Called when a job ends, and with the error that ends the worker as soon as it
 *   occurs.
 */
export function callsUnderWay(
  queue: Queue,
  caller: Caller,
  onEnd: (error: unknown) => void,
): CallsUnderWay {
  const { provider, store } = caller;
  const attempts = modelAttempts(provider, false);
  const settings = droppedParameters(provider.settings, store.leftOut(provider), undefined);
  const live = new Map<Claimed, LiveCall>();
  const unsent = new Set<Claimed>();
  const count = { underWay: 0, answered: 0, usd: 0 };
  const closing = new AbortController();
  let excused: Promise<void> | undefined;
  const turn = requestTurns(queue.store.database, queue.model);
  const settled = grouped((group: readonly Answered[]) => settle(queue, group), {
    most: 64,
    atOnce: 1,
    gather: { ms: GATHER_MS, enough: () => GATHER_PART * count.underWay },
  });
  const looks = grouped(
    async (group: readonly Claimed[]) => {
      const within = await staysWithin(queue.store.database, queue.model);
      return group.map(() => within);
    },
    { most: Infinity, atOnce: 1 },
  );
  const givenBack = grouped((group: readonly Answered[]) => giveBack(queue, group), {
    most: 64,
    atOnce: 2,
  });

  const keep = async (job: Claimed, entries: readonly StoreEntry[]): Promise<void> => {
    const size = sizeOf(job, entries, caller.price);
    const own = await settled({ job, entries, size });
    live.delete(job);
    if (!own) return;
    count.answered += Math.min(1, entries.length);
    count.usd += size.usd;
    if (entries.some(({ charge, reply }) => charge !== true && !reply.failure)) {
      caller.costs?.note(size.usd);
    }
  };

  /**
   * Gives a job back. Charges for calls without an answer stay in the store; everything else is as
   * if the job had never been claimed.
   */
  const back = async (job: Claimed, { entries }: LiveCall): Promise<void> => {
    const charges = entries.filter(({ charge }) => charge === true);
    const size = sizeOf(job, charges, caller.price);
    await excused;
    await givenBack({ job, entries: charges, size });
    live.delete(job);
    count.usd += size.usd;
  };

  /** What a job's next call may cost at most, by what is known now. */
  const usdNow = (job: Claimed): number => caller.costs?.most(job.request) ?? job.size.usd;

  /** Corrects what a job has set aside, whose call has ended, to what it has used. */
  const released = (job: Claimed, entries: readonly StoreEntry[]): Promise<void> =>
    release(queue, { job, entries, size: sizeOf(job, entries, caller.price) });

  /**
   * The context that holds a call until it may be sent, and release its money if it ends without
   * being charged.
   */
  const hooksOf = (
    job: Claimed,
    { lost, entries }: LiveCall,
    { gapMs, budget }: Pick<Share, "gapMs" | "budget">,
  ): CallContext => {
    const { signal } = lost;
    let requests = 0;
    let reserved = job.size.usd;
    return {
      signal,
      closing: closing.signal,
      async tell(event) {
        if (event.is === "uncharged") await released(job, entries);
        if (event.is !== "sending") return;
        const stopped = [signal, closing.signal];
        if (++requests > 1) {
          reserved = usdNow(job);
          const size = { ...job.size, usd: reserved };
          await claimAgain(queue, { ...job, size }, AbortSignal.any(stopped));
        }
        if (gapMs > 0) await turn(gapMs);
        const isCovered = budget === Infinity || (await looks(job));
        unsent.delete(job);
        for (const each of stopped) {
          each.throwIfAborted();
        }
        if (budget < Infinity && !(isCovered && usdNow(job) <= reserved)) throw NO_LONGER_COVERED;
      },
    };
  };

  /** Makes the attempt of a job, with the settings that are sent now. */
  const ask = async (
    job: Claimed,
    call: LiveCall,
    sent: Sent,
    hooks: CallContext,
  ): Promise<void> => {
    const { entries } = call;
    call.hasFailed = false;
    const { request, attempt } = job;
    const { name, model } = provider;
    const key = requestKey({ ...request, provider: name, model, settings: sent.settings });
    const one = attempts.begin({ key, request, attempt }, sent, async (entry) => {
      store.note(entry);
      entries.push(entry);
      if (entry.charge !== true) await keep(job, entries);
    });
    const outcome = await one.send(provider, settings.context(sent, hooks));
    if ("error" in outcome) {
      // The decision may take long, and no other call should wait for money that this one no longer
      // needs.
      await released(job, entries);
      call.hasFailed = true;
    }
    await one.settle(outcome);
    settings.fix();
  };

  /** Makes the attempt of a job, again where the model has rejected a setting meanwhile. */
  const askAsSent = async (
    job: Claimed,
    call: LiveCall,
    share: Pick<Share, "gapMs" | "budget">,
  ): Promise<void> => {
    unsent.add(job);
    const hooks = hooksOf(job, call, share);
    return settings.whileLearning((sent) => ask(job, call, sent, hooks));
  };

  const askOrGiveBack = async (
    job: Claimed,
    call: LiveCall,
    share: Pick<Share, "gapMs" | "budget">,
  ): Promise<void> => {
    try {
      await askAsSent(job, call, share);
    } catch (error) {
      if (error === NO_LONGER_COVERED && live.has(job)) return await back(job, call);
      const isClosed = error === closing.signal.reason;
      const isOrderly = isClosed || error instanceof ProviderError || error instanceof JournalError;
      // The question itself may have caused the crash: its claim is left to expire, which is
      // counted.
      if (!isOrderly) live.delete(job);
      // Before the job is given back, or this worker would claim it again.
      if (!isClosed && !call.lost.signal.aborted) {
        onEnd(error);
        void close();
      }
      if (live.has(job)) await back(job, call);
      if (!isClosed) throw error;
    } finally {
      unsent.delete(job);
    }
  };

  /** The worker may be killed before its last answers arrive, so its claims are excused first. */
  const close = (): Promise<void> => {
    closing.abort(new Error("This worker ends."));
    excused ??= excuse(queue, [...live.keys()]).catch(() => {});
    return excused;
  };

  const lose = (claim: Claimed): void => {
    live.get(claim)?.lost.abort(new Error("Another worker has it."));
    live.delete(claim);
  };
  return {
    count,
    unsent,
    settle: () =>
      attempts.settle().catch((error: unknown) => {
        // The questions stay in the queue; the worker ends with the error that occurred.
        throw error instanceof UnansweredError ? error.last : error;
      }),
    held: () => [...live.keys()],
    lose,
    begin(job, share, isAnswered) {
      // The job was held too long without a heartbeat, and this worker claimed it again.
      for (const older of live.keys()) {
        if (older.id === job.id) lose(older);
      }
      const call: LiveCall = { lost: new AbortController(), entries: [], hasFailed: false };
      live.set(job, call);
      count.underWay++;
      const end = (error?: unknown): void => {
        count.underWay--;
        onEnd(call.lost.signal.aborted ? undefined : error);
      };
      (isAnswered ? keep(job, []) : askOrGiveBack(job, call, share)).then(() => end(), end);
    },
    close,
    async giveBackHeld() {
      const held = [...live].filter(([, { hasFailed }]) => hasFailed);
      await Promise.allSettled(held.map(([job, call]) => back(job, call)));
    },
  };
}

/**
 * The tokens and dollars a job used. Charges and failures without token counts used no tokens; a
 * reply without them counts at its maximum.
 */
function sizeOf(job: Claimed, entries: readonly StoreEntry[], price: Price | undefined): Size {
  const cost = runningCost(price);
  let [inputTokens, outputTokens] = [0, 0];
  for (const entry of entries) {
    cost.add(entry);
    const used = entry.reply.usage ?? (entry.reply.failure ? undefined : job.size);
    inputTokens += used?.inputTokens ?? 0;
    outputTokens += used?.outputTokens ?? 0;
  }
  return { inputTokens, outputTokens, usd: cost.all().usd };
}
