import { delay, newAlarm } from "../call/delay.ts";
import { mostUsage } from "../cost/reply-length.ts";
import { BudgetError } from "../errors/errors.ts";
import { requestKey } from "../store/request-key.ts";
import { type Caller, type CallsUnderWay, callsUnderWay } from "./calls-under-way.ts";
import { claim } from "./claim.ts";
import { type Job, JOBS, openQueue, type Queue, type Size, touched } from "./queue.ts";
import { sweep } from "./settle.ts";

export interface WorkerOptions extends Caller {
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

/** So long before it may be sent a question is claimed: what is claimed counts as asked if its worker dies. */
const AHEAD_MS = 250;

/** How long a worker sleeps that nobody wakes. */
const SLEEP_MS = 1000;

/**
 * Answers what waits in the queue of a model until it is stopped: claims as many questions as it has free slots and the
 * model's limits let go, asks each outside any transaction, and stores the reply together with its completion. Any
 * number may work at a time. What a worker that died had under way others take over some fifteen seconds after.
 *
 * @returns How many questions it answered, and US dollars.
 * @throws ProviderError where what failed is no matter of single requests, as {@link cached} tells them apart; what is
 *   under way is then given back.
 */
export async function work(options: WorkerOptions): Promise<{ readonly answered: number; readonly usd: number }> {
  const { store, provider, untilEmpty = false, signal } = options;
  await using queue = await openQueue(store, provider, true);
  const ended = new AbortController();
  const { ring, wait } = newAlarm();
  const calls = callsUnderWay(queue, options, (error) => {
    if (error !== undefined) ended.abort(error);
    ring();
  });
  const claimMore = claimer(queue, options, calls);
  const stillHeart = new AbortController();
  const heart = heartbeat(queue, calls, stillHeart.signal);
  // Not all workers at the same moment.
  await using _listening = await store.database.listen("asked", () => void setTimeout(ring, 60 * Math.random()));
  AbortSignal.any([signal, ended.signal]).addEventListener("abort", ring, { once: true });
  try {
    while (!ended.signal.aborted && !(signal.aborted && calls.count.underWay === 0)) {
      if (!signal.aborted && (await claimMore())) continue;
      if (calls.count.underWay === 0) {
        // Whoever waits for what is held back would wait for ever.
        await calls.settle();
        if (untilEmpty) await sweep(queue);
        if (untilEmpty && (await isEmpty(queue))) break;
      }
      await wait(calls.unsent.size > 0 ? AHEAD_MS / 2 : SLEEP_MS);
    }
  } finally {
    stillHeart.abort();
    await heart;
    const held = calls.held();
    if (held.length > 0) await queue.boss.fail(queue.name, held).catch(() => {});
  }
  ended.signal.throwIfAborted();
  return calls.count;
}

/** Claims what there are slots for, and begins it; tells whether there was anything. */
function claimer(queue: Queue, options: WorkerOptions, calls: CallsUnderWay): () => Promise<boolean> {
  const { store, provider, price, slots, say } = options;
  const sizeOf = ({ request }: Job): Size => {
    const most = mostUsage(request, provider, price?.plain);
    return { ...most, usd: price?.cost(most) ?? 0 };
  };
  let gap = 0;
  let told: number | undefined;
  return async () => {
    const soon = gap > 0 ? Math.ceil(AHEAD_MS / gap) - calls.unsent.size : Infinity;
    const free = Math.min(slots - calls.count.underWay, soon);
    if (free <= 0) return false;
    const { jobs, gapMs, spent, budget, over } = await claim(queue, free, sizeOf);
    gap = gapMs;
    if (over !== null && told !== budget) {
      const { message } = new BudgetError(spent, budget, over);
      say(`${message} Workers wait until one is started with a larger --budget.`);
      told = budget;
    }
    const known = await Promise.all(jobs.map(({ request }) => store.get(requestKey({ ...request, ...queue.asked() }))));
    for (const [i, job] of jobs.entries()) calls.begin(job, gapMs, known[i]?.at !== job.after);
    return jobs.length > 0;
  };
}

/** Says that the worker lives, and settles what others left, until it is stopped. */
async function heartbeat(queue: Queue, calls: CallsUnderWay, stopped: AbortSignal): Promise<void> {
  const beat = async (): Promise<void> => {
    const claims = calls.held();
    const own = claims.length > 0 ? touched(await queue.boss.touch(queue.name, claims)) : new Set();
    for (const claim of claims) if (!own.has(claim.id)) calls.lose(claim);
    await sweep(queue);
  };
  while (!stopped.aborted) {
    await delay(HEARTBEAT_MS, stopped).catch(() => {});
    // While the server is away nothing is lost: the next beat tells.
    if (!stopped.aborted) await beat().catch(() => {});
  }
}

async function isEmpty({ store, name }: Queue): Promise<boolean> {
  const waiting = `select from ${JOBS}.job where name = $1 and state in ('created', 'retry', 'active', 'failed') limit 1`;
  return (await store.database.query(waiting, [name])).rows.length === 0;
}
