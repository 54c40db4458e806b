import type { Provider } from "@promptnce/core";
import type { VendorCallOptions } from "../call/dropped-parameters.ts";
import type { Price } from "../cost/price.ts";
import { mostUsage } from "../cost/reply-length.ts";
import { runningCost } from "../cost/spending.ts";
import { ProviderError } from "../errors/errors.ts";
import { grouped } from "../postgres/grouped.ts";
import type { PostgresStore } from "../postgres/postgres-store.ts";
import { cached } from "../store/cached.ts";
import { finalFailures } from "../store/final-failures.ts";
import type { StoreEntry } from "../store/store.ts";
import { claimAgain } from "./claim.ts";
import { requestTurns, type Size } from "./limits.ts";
import type { Claimed, Job, Queue } from "./queue.ts";
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
  /** `unsent`: of those under way, how many wait for their moment; US dollars of all that are answered. */
  readonly count: Readonly<Record<"underWay" | "unsent" | "answered" | "usd", number>>;
  /** The most that a job may take. */
  readonly sizeOf: (job: Job) => Size;
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
  const { provider, price } = caller;
  const failures = finalFailures(false);
  const live = new Map<Claimed, AbortController>();
  const count = { underWay: 0, unsent: 0, answered: 0, usd: 0 };
  const turn = requestTurns(queue.database, queue.model);
  const settled = grouped((group: readonly Answered[]) => settle(queue, group), { most: 64, atOnce: 2 });
  const sizeOf = ({ request }: Job): Size => {
    const most = mostUsage(request, provider, price?.plain);
    return { ...most, usd: price?.cost(most) ?? 0 };
  };

  const keep = async (job: Claimed, entries: readonly StoreEntry[]): Promise<void> => {
    const answered = whatCameOf(job, entries, price, sizeOf(job));
    const own = await settled(answered);
    live.delete(job);
    if (!own) return;
    count.answered += Math.min(1, entries.length);
    count.usd += answered.usd;
  };

  const ask = async (job: Claimed, gapMs: number, lost: AbortSignal): Promise<void> => {
    let requests = 0;
    count.unsent++;
    const gate = async (): Promise<void> => {
      if (++requests > 1) await claimAgain(queue, job, sizeOf(job));
      if (gapMs > 0) await turn(gapMs);
      if (requests === 1) count.unsent--;
      lost.throwIfAborted();
    };
    const kind = job.template?.id ?? "prompts";
    try {
      const entries = await entriesOf(job, caller, { signal: lost, gate });
      const failure = entries.at(-1)?.reply.failure as ProviderError | undefined;
      if (failure) {
        // It may be held back for long, and no other call is to wait for what it no longer takes.
        await release(queue, whatCameOf(job, entries, price, sizeOf(job)));
        await failures.failed(new ProviderError(failure.message, failure), kind, () => keep(job, entries));
      } else {
        await keep(job, entries);
        await failures.replied(kind);
      }
    } finally {
      if (requests === 0) count.unsent--;
    }
  };

  const lose = (claim: Claimed): void => {
    live.get(claim)?.abort(new Error("Another worker has it."));
    live.delete(claim);
  };
  return {
    count,
    sizeOf,
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

/** What a job took in truth: charges and failures without tokens took none, a reply without any the most that it may. */
function whatCameOf(job: Claimed, entries: readonly StoreEntry[], price: Price | undefined, most: Size): Answered {
  const cost = runningCost(price);
  const usage = { inputTokens: 0, outputTokens: 0 };
  for (const entry of entries) {
    cost.add(entry);
    const used = entry.reply.usage ?? (entry.reply.failure ? undefined : most);
    usage.inputTokens += used?.inputTokens ?? 0;
    usage.outputTokens += used?.outputTokens ?? 0;
  }
  return { job, entries, usage, usd: cost.all().usd };
}

/** What a direct run would store of a job: a charge for each call that left nothing, and its reply or why it has none. */
async function entriesOf(
  { request, attempt, template }: Job,
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
      entries.push({ ...entry, template });
    },
  };
  const read = () => ({ ok: false, reason: "Whoever asks reads it." }) as const;
  await cached(provider, store, { attempts: attempt + 1, endures: true }).complete(request, { ...options, read });
  return entries;
}
