import { entryOf } from "../store/cached.ts";
import { requestKey } from "../store/request-key.ts";
import type { StoreEntry } from "../store/store.ts";
import { type Caller, type CallsUnderWay, callsUnderWay } from "./calls-under-way.ts";
import { claim } from "./claim.ts";
import { asked, CHANNELS, type Job, JOBS, nap, openQueue, type Queue, touched } from "./queue.ts";
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
  await using queue = await openQueue(store.database, provider, true);
  const ended = new AbortController();
  let wake = (): void => {};
  const calls = callsUnderWay(queue, options, (error) => {
    if (error !== undefined) ended.abort(error);
    wake();
  });
  const claimMore = claimer(queue, options, calls);
  const stopHeart = heartbeat(queue, options, calls);
  // Not all workers at the same moment.
  const unlisten = await store.database.listen(CHANNELS.asked, () => void setTimeout(() => wake(), 60 * Math.random()));
  const stopped = AbortSignal.any([signal, ended.signal]);
  stopped.addEventListener("abort", () => wake(), { once: true });
  try {
    while (!stopped.aborted) {
      const woken = new Promise<void>((resolve) => void (wake = resolve));
      if (await claimMore()) continue;
      if (calls.count.underWay === 0) {
        // Whoever waits for what is held back would wait for ever.
        await calls.settle();
        if (untilEmpty && (await isEmpty(queue))) break;
      }
      await Promise.race([woken, nap(calls.count.unsent > 0 ? AHEAD_MS / 2 : SLEEP_MS)]);
    }
    while (calls.count.underWay > 0 && !ended.signal.aborted) await nap(20);
  } finally {
    await stopHeart();
    await unlisten();
    const held = calls.held();
    if (held.length > 0) await queue.boss.fail(queue.name, held).catch(() => {});
  }
  ended.signal.throwIfAborted();
  return calls.count;
}

/** Claims what there are slots for, and begins it; tells whether there was anything. */
function claimer(
  queue: Queue,
  { store, provider, slots, say }: WorkerOptions,
  calls: CallsUnderWay,
): () => Promise<boolean> {
  const keyOf = ({ request }: Job): string => requestKey({ ...request, ...asked(store, provider) });
  let gap = 0;
  let told: number | undefined;
  return async () => {
    const soon = gap > 0 ? Math.ceil(AHEAD_MS / gap) - calls.count.unsent : Infinity;
    const free = Math.min(slots - calls.count.underWay, soon);
    if (free <= 0) return false;
    const { jobs, gapMs, over } = await claim(queue, provider, free, calls.sizeOf);
    gap = gapMs;
    if (over && told !== over.limit) {
      say(`${over.message} Workers wait until one is started with a larger --budget.`);
      told = over.limit;
    }
    const known = await Promise.all(jobs.map((job) => store.get(keyOf(job))));
    for (const [i, job] of jobs.entries()) calls.begin(job, gapMs, known[i]?.at !== job.after);
    return jobs.length > 0;
  };
}

/** Says that the worker lives, and settles what others left; gives what ends that. */
function heartbeat(queue: Queue, { store, provider }: WorkerOptions, calls: CallsUnderWay): () => Promise<void> {
  const failed = (job: Job, message: string): StoreEntry => {
    const sent = { settings: asked(store, provider).settings, without: new Set<string>() };
    const reply = { text: "", stop: "failed", failure: { kind: "worker", message } } as const;
    return { ...entryOf(provider, sent, job, reply), template: job.template };
  };
  const beat = async (): Promise<void> => {
    const claims = calls.held();
    const own = claims.length > 0 ? touched(await queue.boss.touch(queue.name, claims)) : new Set();
    for (const claim of claims) if (!own.has(claim.id)) calls.lose(claim);
    await sweep(queue, failed);
  };
  let beating: Promise<void> | undefined;
  // While the server is away nothing is lost: the next beat tells.
  const timer = setInterval(() => {
    beating ??= beat()
      .catch(() => {})
      .finally(() => (beating = undefined));
  }, HEARTBEAT_MS);
  return async () => {
    clearInterval(timer);
    await beating;
  };
}

async function isEmpty({ database, name }: Queue): Promise<boolean> {
  const waiting = `select from ${JOBS}.job where name = $1 and state < 'completed' limit 1`;
  return (await database.query(waiting, [name])).rows.length === 0;
}
