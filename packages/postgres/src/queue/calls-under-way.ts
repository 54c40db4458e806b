import type { CallOptions, Provider } from "@promptnce/core";
import { identityOf } from "@promptnce/providers/contract";
import type { Price } from "@promptnce/engine";
import { runningCost } from "@promptnce/engine/money";
import { JournalError } from "@promptnce/engine/journal";
import { ProviderError } from "@promptnce/providers";
import { UnansweredError } from "@promptnce/engine";
import { grouped } from "../store/grouped.ts";
import type { PostgresStore } from "../store/postgres-store.ts";
import type { RequestAttempts } from "@promptnce/engine";
import { cached } from "@promptnce/engine";
import { finalFailures } from "@promptnce/engine";
import type { StoreEntry } from "@promptnce/engine";
import { claimAgain } from "./claim.ts";
import { excuse, giveBack } from "./give-back.ts";
import { requestTurns } from "./limits.ts";
import type { Claimed, QueueJob, Queue, Size } from "./queue.ts";
import { type Answered, release, settle } from "./settle.ts";

/** Who asks, and for how much. */
export interface Caller {
  readonly store: PostgresStore;
  /** At its pace and with failed calls repeated. */
  readonly provider: Provider;
  /** What a call costs; without it nothing counts towards a budget. */
  readonly price: Price | undefined;
}

/** The jobs that a worker holds and answers. */
export interface CallsUnderWay {
  /** US dollars of all that are answered. */
  readonly count: Readonly<Record<"underWay" | "answered" | "usd", number>>;
  /** Of those under way, the ones that wait for their moment. */
  readonly unsent: ReadonlySet<Claimed>;
  /** Keeps what failed and was held back until it was known whose fault it was. */
  settle(): Promise<void>;
  /** The claims that it has, those included whose failure is held back. */
  held(): Claimed[];
  /** Begins a call `gapMs` after the one before, or completes the job where the store has its answer by now. */
  begin(job: Claimed, gapMs: number, isAnswered: boolean): void;
  /** Gives up a claim after which the job was claimed again, here or elsewhere. */
  lose(claim: Claimed): void;
  /** Sends nothing more: jobs that wait to be sent, or to be repeated, are given back, and the others go on. */
  close(): Promise<void>;
  /** Gives back the jobs whose failure is held back. Called when nothing is under way any more. */
  giveBackHeld(): Promise<void>;
}

/** A claim as its call goes on. */
interface LiveCall {
  readonly lost: AbortController;
  /** What came of it so far. */
  readonly entries: StoreEntry[];
  /** That its failure was handed on, to be kept or held back until it is known whose fault it was. */
  hasFailed: boolean;
}

/** @param onEnd Called when a job ends, and with what ends the worker as soon as that is known. */
export function callsUnderWay(
  queue: Queue,
  caller: Caller,
  onEnd: (error: unknown) => void,
): CallsUnderWay {
  const failures = finalFailures(false);
  const live = new Map<Claimed, LiveCall>();
  const unsent = new Set<Claimed>();
  const count = { underWay: 0, answered: 0, usd: 0 };
  const closing = new AbortController();
  let excused: Promise<void> | undefined;
  const turn = requestTurns(queue.store.database, queue.model);
  const settled = grouped((group: readonly Answered[]) => settle(queue, group), {
    most: 64,
    atOnce: 2,
  });
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
  };

  /** What the call has paid for without an answer stays in the store; all else is as if it had never been claimed. */
  const back = async (job: Claimed, { entries }: LiveCall): Promise<void> => {
    const charges = entries.filter(({ charge }) => charge === true);
    const size = sizeOf(job, charges, caller.price);
    await excused;
    await givenBack({ job, entries: charges, size });
    live.delete(job);
    count.usd += size.usd;
  };

  /** What holds a call back until it may be sent, and frees its money where it comes back unpaid. */
  const hooksOf = (
    job: Claimed,
    { lost, entries }: LiveCall,
    attempts: RequestAttempts,
    gapMs: number,
  ): CallOptions => {
    const stopped = AbortSignal.any([lost.signal, closing.signal]);
    let requests = 0;
    let freed: Promise<void> | undefined;
    return {
      signal: lost.signal,
      closing: closing.signal,
      async gate() {
        await freed;
        if (++requests > 1) await claimAgain(queue, job, stopped);
        if (gapMs > 0) await turn(gapMs);
        unsent.delete(job);
        stopped.throwIfAborted();
        if (requests > 1) attempts.missed();
        attempts.sent();
      },
      onSending(isUnderWay) {
        if (isUnderWay) return;
        attempts.missed();
        freed = release(queue, { job, entries, size: sizeOf(job, entries, caller.price) });
        // The next gate hears of it; without one the claim is settled or given back anyway.
        freed.catch(() => {});
      },
    };
  };

  const ask = async (job: Claimed, call: LiveCall, gapMs: number): Promise<void> => {
    const { entries } = call;
    unsent.add(job);
    const kind = job.request.template?.id ?? "prompts";
    const attempts = failures.attempts(kind);
    await fillEntries(job, caller, hooksOf(job, call, attempts, gapMs), entries);
    const failure = entries.at(-1)?.reply.failure as ProviderError | undefined;
    if (failure) {
      // It may be held back for long, and no other call is to wait for what it no longer takes.
      await release(queue, { job, entries, size: sizeOf(job, entries, caller.price) });
      call.hasFailed = true;
      return await failures.failed(
        new ProviderError(failure.message, failure),
        kind,
        () => keep(job, entries),
        attempts,
      );
    }
    await keep(job, entries);
    await failures.replied(kind, attempts);
  };

  const askOrGiveBack = async (job: Claimed, call: LiveCall, gapMs: number): Promise<void> => {
    try {
      await ask(job, call, gapMs);
    } catch (error) {
      const isClosed = error === closing.signal.reason;
      const isOrderly = isClosed || error instanceof ProviderError || error instanceof JournalError;
      // What breaks the program may be the question: its claim is left to be missed, which is counted.
      if (!isOrderly) live.delete(job);
      // Before it is given back, or this worker would claim it again.
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

  /** Whoever stops the worker may not wait for its last answers, so that the claims are excused first. */
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
      failures.settle().catch((error: unknown) => {
        // Its questions stay in the queue: the worker ends with what it met.
        throw error instanceof UnansweredError ? error.last : error;
      }),
    held: () => [...live.keys()],
    lose,
    begin(job, gapMs, isAnswered) {
      // It was held too long without a word, and came back to the same worker.
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
      (isAnswered ? keep(job, []) : askOrGiveBack(job, call, gapMs)).then(() => end(), end);
    },
    close,
    async giveBackHeld() {
      const held = [...live].filter(([, { hasFailed }]) => hasFailed);
      await Promise.allSettled(held.map(([job, call]) => back(job, call)));
    },
  };
}

/** What a job took: charges and failures without tokens took none, a reply without any the most that it may. */
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

/**
 * Adds what a direct run would store of a job, as it happens: a charge for each call that left nothing, and its reply or
 * why it has none.
 */
async function fillEntries(
  { request, attempt }: QueueJob,
  { provider, store: shared }: Caller,
  hooks: CallOptions,
  entries: StoreEntry[],
): Promise<void> {
  const before = { attempt: attempt - 1, reply: { text: "", stop: "other" } } as StoreEntry;
  const store = {
    get: () => (attempt === 0 ? undefined : before),
    entries: () => entries,
    leftOut: () => shared.leftOut(provider),
    append(entry: StoreEntry) {
      shared.note(entry);
      entries.push(entry);
    },
  };
  // `cached` hears of what is sent, and keeps to itself what came back unpaid until all is over.
  const hooked: Provider = {
    ...identityOf(provider),
    complete(request, call?: CallOptions) {
      const onSending = (isUnderWay: boolean): void => {
        call?.onSending?.(isUnderWay);
        hooks.onSending?.(isUnderWay);
      };
      return provider.complete(request, { ...call, onSending });
    },
  };
  const read = () => ({ ok: false, reason: "Whoever asks reads it." }) as const;
  await cached(hooked, store, { attempts: attempt + 1, endures: true }).complete(request, {
    ...hooks,
    read,
  });
}
