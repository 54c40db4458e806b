import type { Provider } from "@promptnce/core";
import { delay } from "../call/delay.ts";
import type { Price } from "../cost/price.ts";
import { mostUsage } from "../cost/reply-length.ts";
import { runningCost } from "../cost/spending.ts";
import type { StoreEntry } from "../store/store.ts";
import { finalFailures } from "../store/final-failures.ts";
import { grouped } from "../postgres/grouped.ts";
import type { PostgresStore } from "../postgres/postgres-store.ts";
import { recordsByKey } from "../postgres/replies-table.ts";
import { jobAnswers } from "./answer-job.ts";
import { type Answered, type Claim, claim, settle, sweep } from "./claim.ts";
import type { Size } from "./limits.ts";
import { CHANNELS, type Claimed, type Job, JOBS, nap, openQueue, touched } from "./queue.ts";

export interface WorkerOptions {
  readonly store: PostgresStore;
  /** At its pace and with failed calls repeated; what it stores is this worker's matter. */
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
  const answers = jobAnswers(provider, store);
  const failures = finalFailures(false);
  const live = new Map<string, { readonly job: Claimed; readonly lost: AbortController }>();
  const ended = new AbortController();
  const count = { answered: 0, usd: 0 };
  let underWay = 0;
  let wake = (): void => {};
  const settled = grouped((group: readonly Answered[]) => settle(queue, group).then(() => []), { most: 64, atOnce: 2 });
  const sizeOf = ({ request }: Job): Size => {
    const most = mostUsage(request, provider, price?.plain);
    return { ...most, usd: price?.cost(most) ?? 0 };
  };

  const keep = async (job: Claimed, entries: readonly StoreEntry[]): Promise<void> => {
    const cost = runningCost(price);
    for (const entry of entries) cost.add(entry);
    const { usd } = cost.all();
    const used = entries.map(({ reply: { usage, failure } }) => usage ?? (failure ? NO_TOKENS : sizeOf(job)));
    const sum = (of: "inputTokens" | "outputTokens"): number => used.reduce((all, one) => all + one[of], 0);
    const usage = { inputTokens: sum("inputTokens"), outputTokens: sum("outputTokens") };
    await settled({ job, entries, usage, usd });
    live.delete(job.id);
    if (entries.length > 0) count.answered++;
    count.usd += usd;
  };

  async function run(job: Claimed, waitMs: number, lost: AbortController): Promise<void> {
    underWay++;
    try {
      if (waitMs < 0) return await keep(job, []);
      await delay(waitMs, lost.signal);
      const kind = job.template?.id ?? "prompts";
      const { entries, error } = await answers.answer(job, lost.signal);
      if (error === undefined) {
        await keep(job, entries);
        await failures.replied(kind);
      } else await failures.failed(error, kind, () => keep(job, entries));
    } catch (error) {
      live.delete(job.id);
      if (lost.signal.aborted) return;
      await queue.boss.fail(queue.name, [{ id: job.id, retryCount: job.retryCount }]).catch(() => {});
      ended.abort(error);
    } finally {
      underWay--;
      wake();
    }
  }

  /** Those that another client had answered meanwhile are completed, and the others begun. */
  async function begin({ jobs, waitMs, gapMs }: Claim): Promise<void> {
    const known = await recordsByKey(database, jobs.map(answers.keyOf));
    const seen = (job: Job): number =>
      known.get(answers.keyOf(job))?.filter(({ charge }) => charge !== true).length ?? 0;
    for (const [i, job] of jobs.entries()) {
      const lost = new AbortController();
      live.set(job.id, { job, lost });
      void run(job, seen(job) > job.seen ? -1 : waitMs + i * gapMs, lost);
    }
  }

  const beat = async (): Promise<void> => {
    const held = Array.from(live.values(), ({ job: { id, retryCount } }) => ({ id, retryCount }));
    if (held.length > 0) {
      const own = touched(await queue.boss.touch(queue.name, held));
      for (const { id } of held) {
        if (own.has(id) || !live.has(id)) continue;
        live.get(id)?.lost.abort(new Error("Another worker has it."));
        live.delete(id);
      }
    }
    await sweep(queue, answers.failed);
  };
  let beating = false;
  const heart = setInterval(() => {
    if (beating) return;
    beating = true;
    // While the server is away nothing is lost: the next beat tells.
    void beat()
      .catch(() => {})
      .finally(() => (beating = false));
  }, HEARTBEAT_MS);
  const wakeSoon = (): void => void setTimeout(() => wake(), 60 * Math.random());
  const unlisten = await database.listen(CHANNELS.asked, wakeSoon);
  const stopped = AbortSignal.any([signal, ended.signal]);
  stopped.addEventListener("abort", () => wake(), { once: true });
  let told: number | undefined;
  try {
    while (!stopped.aborted) {
      const sleep = new Promise<void>((resolve) => void (wake = resolve));
      const free = slots - live.size;
      const claimed: Claim | undefined = free > 0 ? await claim(queue, free, sizeOf) : undefined;
      if (claimed?.over && told !== claimed.over.limit) {
        say(`${claimed.over.message} Workers wait until one is started with a larger --budget.`);
        told = claimed.over.limit;
      }
      if (claimed && claimed.jobs.length > 0) await begin(claimed);
      else if (untilEmpty && underWay === 0) {
        await failures.settle();
        if (await isEmpty()) break;
        await Promise.race([sleep, nap(SLEEP_MS)]);
      } else await Promise.race([sleep, nap(Math.min(SLEEP_MS, Math.max(20, claimed?.waitMs || SLEEP_MS)))]);
    }
    while (underWay > 0 && !ended.signal.aborted) await nap(20);
  } finally {
    clearInterval(heart);
    await unlisten();
    const held = Array.from(live.values(), ({ job: { id, retryCount } }) => ({ id, retryCount }));
    if (held.length > 0) await queue.boss.fail(queue.name, held).catch(() => {});
  }
  if (ended.signal.aborted) throw ended.signal.reason;
  return count;

  async function isEmpty(): Promise<boolean> {
    const { rows } = await database.query(`select from ${JOBS}.job where name = $1 and state < 'completed' limit 1`, [
      queue.name,
    ]);
    return rows.length === 0;
  }
}

const NO_TOKENS = { inputTokens: 0, outputTokens: 0 };
