import type { Provider } from "@promptnce/core";
import type { VendorCallOptions } from "../call/dropped-parameters.ts";
import type { Price } from "../cost/price.ts";
import { mostUsage } from "../cost/reply-length.ts";
import { runningCost } from "../cost/spending.ts";
import { ProviderError } from "../errors/errors.ts";
import { grouped } from "../postgres/grouped.ts";
import type { PostgresStore } from "../postgres/postgres-store.ts";
import { recordsByKey } from "../postgres/replies-table.ts";
import { cached, entryOf } from "../store/cached.ts";
import { finalFailures } from "../store/final-failures.ts";
import { requestKey } from "../store/request-key.ts";
import type { StoreEntry } from "../store/store.ts";
import { claim, claimAgain } from "./claim.ts";
import { requestTurns, type Size } from "./limits.ts";
import { asked, CHANNELS, type Claimed, type Job, JOBS, nap, openQueue, touched } from "./queue.ts";
import { type Answered, settle, sweep } from "./settle.ts";

export interface WorkerOptions {
  readonly store: PostgresStore;
  /** At its pace and with failed calls repeated. */
  readonly provider: Provider;
  /** What a call costs; without it nothing counts towards a budget. */
  readonly price: Price | undefined;
  /** Calls under way at once. */
  readonly slots: number;
  /** Ends when nothing waits and nothing is under way, here or elsewhere. */
  readonly untilEmpty?: boolean | undefined;
  /** Aborted, nothing more is claimed; what is under way is awaited and stored. */
  readonly signal: AbortSignal;
  /** Told what happens, as lines for people. */
  readonly say: (line: string) => void;
}

/** How often a worker says that it lives, in milliseconds; it is taken for dead after ten seconds. */
const HEARTBEAT_MS = 3000;

/** So long before it may be sent a question is claimed. */
const AHEAD_MS = 250;

/** How long a worker sleeps that nobody wakes. */
const SLEEP_MS = 1000;

/**
 * Answers what waits in the queue of a model until it is stopped: claims as many questions as it has free slots and the
 * model's limits let go, asks each outside any transaction, and stores the reply together with its completion. Any
 * number may work at a time. What a worker that died had under way others take over some fifteen seconds after.
 *
 * @returns How many questions it answered, and US dollars.
 * @throws ProviderError where what failed is no matter of single requests ({@link finalFailures}); what is under way is
 *   then given back.
 */
export async function work(options: WorkerOptions): Promise<{ readonly answered: number; readonly usd: number }> {
  const { store, provider, price, slots, untilEmpty = false, signal, say } = options;
  const { database } = store;
  await using queue = await openQueue(database, provider, true);
  const failures = finalFailures(false);
  const live = new Map<string, { readonly job: Claimed; readonly lost: AbortController }>();
  const ended = new AbortController();
  const count = { answered: 0, usd: 0 };
  let underWay = 0;
  /** Of those under way, how many wait for their moment. */
  let unsent = 0;
  const turn = requestTurns(database, queue.model);
  let wake = (): void => {};
  const settled = grouped((group: readonly Answered[]) => settle(queue, group).then(() => []), { most: 64, atOnce: 2 });
  const sizeOf = ({ request }: Job): Size => {
    const most = mostUsage(request, provider, price?.plain);
    return { ...most, usd: price?.cost(most) ?? 0 };
  };
  const keyOf = ({ request }: Job): string => requestKey({ ...request, ...asked(store, provider) });
  const held = () => Array.from(live.values(), ({ job: { id, retryCount } }) => ({ id, retryCount }));

  const keep = async (job: Claimed, entries: readonly StoreEntry[]): Promise<void> => {
    const cost = runningCost(price);
    const usage = { inputTokens: 0, outputTokens: 0 };
    for (const entry of entries) {
      cost.add(entry);
      const { inputTokens, outputTokens } = entry.reply.usage ?? (entry.reply.failure ? usage : sizeOf(job));
      usage.inputTokens += inputTokens;
      usage.outputTokens += outputTokens;
    }
    const { usd } = cost.all();
    await settled({ job, entries, usage, usd });
    live.delete(job.id);
    if (entries.length > 0) count.answered++;
    count.usd += usd;
  };

  async function run(job: Claimed, gapMs: number, lost: AbortController): Promise<void> {
    underWay++;
    let calls = 0;
    unsent++;
    const gate = async (): Promise<void> => {
      if (++calls > 1) await claimAgain(queue, job, sizeOf(job));
      if (gapMs > 0) await turn(gapMs);
      if (calls === 1) unsent--;
      lost.signal.throwIfAborted();
    };
    try {
      const entries = await answers(job, provider, store, { signal: lost.signal, gate });
      const kind = job.template?.id ?? "prompts";
      const failure = entries.at(-1)?.reply.failure as ProviderError | undefined;
      if (failure === undefined) {
        await keep(job, entries);
        await failures.replied(kind);
      } else await failures.failed(new ProviderError(failure.message, failure), kind, () => keep(job, entries));
    } catch (error) {
      live.delete(job.id);
      if (lost.signal.aborted) return;
      await queue.boss.fail(queue.name, [{ id: job.id, retryCount: job.retryCount }]).catch(() => {});
      ended.abort(error);
    } finally {
      if (calls === 0) unsent--;
      underWay--;
      wake();
    }
  }

  /** Claims what there are slots for, and completes what another client had answered meanwhile; whether there was any. */
  let told: number | undefined;
  let gap = 0;
  async function begin(): Promise<boolean> {
    // No more than may soon be sent: what is claimed counts as asked if this worker dies.
    const soon = gap > 0 ? Math.ceil(AHEAD_MS / gap) - unsent : Infinity;
    const free = Math.min(slots - live.size, soon);
    if (free <= 0) return false;
    const { jobs, gapMs, over } = await claim(queue, provider, free, sizeOf);
    gap = gapMs;
    if (over && told !== over.limit) {
      say(`${over.message} Workers wait until one is started with a larger --budget.`);
      told = over.limit;
    }
    const known = await recordsByKey(database, jobs.map(keyOf));
    for (const job of jobs) {
      const lost = new AbortController();
      live.set(job.id, { job, lost });
      const seen = known.get(keyOf(job))?.filter(({ charge }) => charge !== true).length ?? 0;
      if (seen > job.seen) void keep(job, []).catch((error: unknown) => ended.abort(error));
      else void run(job, gapMs, lost);
    }
    return jobs.length > 0;
  }

  const beat = async (): Promise<void> => {
    const claims = held();
    const own = claims.length > 0 ? touched(await queue.boss.touch(queue.name, claims)) : new Set();
    for (const { id } of claims) {
      if (own.has(id)) continue;
      live.get(id)?.lost.abort(new Error("Another worker has it."));
      live.delete(id);
    }
    await sweep(queue, (job, message) => {
      const sent = { settings: asked(store, provider).settings, without: new Set<string>() };
      const reply = { text: "", stop: "failed", failure: { kind: "worker", message } } as const;
      return { ...entryOf(provider, sent, job, reply), template: job.template };
    });
  };
  let beating: Promise<void> | undefined;
  // While the server is away nothing is lost: the next beat tells.
  const heart = setInterval(() => {
    beating ??= beat()
      .catch(() => {})
      .finally(() => (beating = undefined));
  }, HEARTBEAT_MS);
  // Not all workers at the same moment.
  const unlisten = await database.listen(CHANNELS.asked, () => void setTimeout(() => wake(), 60 * Math.random()));
  const stopped = AbortSignal.any([signal, ended.signal]);
  stopped.addEventListener("abort", () => wake(), { once: true });
  try {
    while (!stopped.aborted) {
      const woken = new Promise<void>((resolve) => void (wake = resolve));
      if (await begin()) continue;
      if (untilEmpty && underWay === 0) {
        await failures.settle();
        if (await isEmpty(queue)) break;
      }
      await Promise.race([woken, nap(unsent > 0 ? AHEAD_MS / 2 : SLEEP_MS)]);
    }
    while (underWay > 0 && !ended.signal.aborted) await nap(20);
  } finally {
    clearInterval(heart);
    await beating;
    await unlisten();
    if (live.size > 0) await queue.boss.fail(queue.name, held()).catch(() => {});
  }
  if (ended.signal.aborted) throw ended.signal.reason;
  return count;
}

/** What a direct run would store of a job: a charge for each call that left nothing, and its reply or why it has none. */
async function answers(
  { request, attempt, template }: Job,
  provider: Provider,
  shared: PostgresStore,
  options: VendorCallOptions,
): Promise<StoreEntry[]> {
  const entries: StoreEntry[] = [];
  const before = { attempt: attempt - 1, reply: { text: "", stop: "other" } } as StoreEntry;
  const store = {
    get: () => (attempt === 0 ? undefined : before),
    entries: () => entries,
    leftOut: (provider: Parameters<PostgresStore["leftOut"]>[0]) => shared.leftOut(provider),
    append(entry: StoreEntry) {
      shared.note(entry);
      entries.push({ ...entry, template });
    },
  };
  const read = () => ({ ok: false, reason: "Whoever asks reads it." }) as const;
  await cached(provider, store, { attempts: attempt + 1, endures: true }).complete(request, { ...options, read });
  return entries;
}

async function isEmpty({ database, name }: Awaited<ReturnType<typeof openQueue>>): Promise<boolean> {
  const waiting = `select from ${JOBS}.job where name = $1 and state < 'completed' limit 1`;
  return (await database.query(waiting, [name])).rows.length === 0;
}
