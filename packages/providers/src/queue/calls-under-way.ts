import type { Provider } from "@promptnce/core";
import type { VendorCallOptions } from "../call/dropped-parameters.ts";
import type { Price } from "../cost/price.ts";
import { runningCost } from "../cost/spending.ts";
import { ProviderError } from "../errors/errors.ts";
import { grouped } from "../postgres/grouped.ts";
import type { PostgresStore } from "../postgres/postgres-store.ts";
import { cached } from "../store/cached.ts";
import { finalFailures } from "../store/final-failures.ts";
import type { StoreEntry } from "../store/store.ts";
import { claimAgain } from "./claim.ts";
import { requestTurns } from "./limits.ts";
import type { Claimed, Job, Queue, Size } from "./queue.ts";
import { type Answered, forget, release, settle } from "./settle.ts";

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
}

/** @param onEnd Called when a job ends, with what ends the worker, if anything. */
export function callsUnderWay(queue: Queue, caller: Caller, onEnd: (error: unknown) => void): CallsUnderWay {
  const failures = finalFailures(false);
  const live = new Map<Claimed, AbortController>();
  const unsent = new Set<Claimed>();
  const count = { underWay: 0, answered: 0, usd: 0 };
  const turn = requestTurns(queue.store.database, queue.model);
  const settled = grouped((group: readonly Answered[]) => settle(queue, group), { most: 64, atOnce: 2 });

  const keep = async (job: Claimed, entries: readonly StoreEntry[]): Promise<void> => {
    const size = sizeOf(job, entries, caller.price);
    const own = await settled({ job, entries, size });
    live.delete(job);
    if (!own) return;
    count.answered += Math.min(1, entries.length);
    count.usd += size.usd;
  };

  const ask = async (job: Claimed, gapMs: number, lost: AbortSignal): Promise<void> => {
    let requests = 0;
    unsent.add(job);
    const gate = async (): Promise<void> => {
      if (++requests > 1) await claimAgain(queue, job, lost);
      if (gapMs > 0) await turn(gapMs);
      unsent.delete(job);
      lost.throwIfAborted();
    };
    const kind = job.request.template?.id ?? "prompts";
    try {
      const entries = await entriesOf(job, caller, { signal: lost, gate }).catch(async (error: unknown) => {
        // It ends the worker, and came back unpaid: no charge is to be counted of it.
        if (error instanceof ProviderError && !error.mayBeBilled) await forget(queue, job);
        throw error;
      });
      const failure = entries.at(-1)?.reply.failure as ProviderError | undefined;
      if (failure) {
        // It may be held back for long, and no other call is to wait for what it no longer takes.
        await release(queue, { job, entries, size: sizeOf(job, entries, caller.price) });
        return await failures.failed(new ProviderError(failure.message, failure), kind, () => keep(job, entries));
      }
      await keep(job, entries);
      await failures.replied(kind);
    } finally {
      unsent.delete(job);
    }
  };
  const lose = (claim: Claimed): void => {
    live.get(claim)?.abort(new Error("Another worker has it."));
    live.delete(claim);
  };
  return {
    count,
    unsent,
    settle: () => failures.settle(),
    held: () => [...live.keys()],
    lose,
    begin(job, gapMs, isAnswered) {
      // It was held too long without a word, and came back to the same worker.
      for (const older of live.keys()) if (older.id === job.id) lose(older);
      const lost = new AbortController();
      live.set(job, lost);
      count.underWay++;
      const end = (error?: unknown): void => {
        count.underWay--;
        onEnd(lost.signal.aborted ? undefined : error);
      };
      (isAnswered ? keep(job, []) : ask(job, gapMs, lost.signal)).then(() => end(), end);
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

/** What a direct run would store of a job: a charge for each call that left nothing, and its reply or why it has none. */
async function entriesOf(
  { request, attempt }: Job,
  { provider, store: shared }: Caller,
  options: VendorCallOptions,
): Promise<StoreEntry[]> {
  const entries: StoreEntry[] = [];
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
  const read = () => ({ ok: false, reason: "Whoever asks reads it." }) as const;
  await cached(provider, store, { attempts: attempt + 1, endures: true }).complete(request, { ...options, read });
  return entries;
}
