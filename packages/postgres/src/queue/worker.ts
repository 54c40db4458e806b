import { asProperty, type WriteOption } from "@promptnce/core/errors";
import { delay, newAlarm } from "@promptnce/engine";
import { mostUsage } from "@promptnce/engine/money";
import { BudgetError } from "@promptnce/engine";
import { ProviderError } from "@promptnce/providers";
import { askingLock } from "../store/asking-rights.ts";
import type { HeldLock } from "../store/held-lock.ts";
import { requestKey } from "@promptnce/engine";
import { type Caller, type CallsUnderWay, callsUnderWay } from "./calls-under-way.ts";
import { claim } from "./claim.ts";
import { JOBS, touched } from "./boss.ts";
import { type QueueJob, openQueue, type Queue, type Size } from "./queue.ts";
import { noteTrouble, sweep } from "./settle.ts";

export interface WorkerOptions extends Caller {
  /** Calls under way at once. */
  readonly slots: number;
  /** Ends when nothing waits and nothing is under way, here or elsewhere. */
  readonly untilEmpty?: boolean | undefined;
  /** Aborted, nothing more is claimed; what is under way is awaited and stored. */
  readonly signal: AbortSignal;
  /** Told what happens, as lines for people. */
  readonly say: (line: string) => void;
  /** How these write options; as a program sets them if not given. */
  readonly writeOption?: WriteOption;
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
 * However it ends, other than by being killed, its questions go back into the queue as if it had never claimed them, and
 * what it did not pay for is free for others.
 *
 * @returns How many questions it answered, and US dollars.
 * @throws ProviderError where what failed is no matter of single requests, as {@link cached} tells them apart.
 */
export async function work(
  options: WorkerOptions,
): Promise<{ readonly answered: number; readonly usd: number }> {
  const { store, provider, signal } = options;
  await using queue = await openQueue(store, provider, true);
  const ended = new AbortController();
  const { ring, wait } = newAlarm();
  const calls = callsUnderWay(queue, options, (error) => {
    if (error !== undefined) ended.abort(error);
    ring();
  });
  await using turn = workersTurn(queue, options);
  const stillHeart = new AbortController();
  const heart = heartbeat(queue, calls, stillHeart.signal);
  // Not all workers at the same moment.
  await using _listening = await store.database.listen(
    "asked",
    () => void setTimeout(ring, 60 * Math.random()),
  );
  const stopped = AbortSignal.any([signal, ended.signal]);
  stopped.addEventListener("abort", ring, { once: true });
  try {
    await answerUntil(stopped, { queue, options, calls, turn, wait });
  } catch (error) {
    ended.abort(error);
  }
  await calls.close();
  // What is under way is paid for.
  while (calls.count.underWay > 0) {
    await wait(SLEEP_MS);
  }
  await calls.giveBackHeld();
  stillHeart.abort();
  await heart;
  const { reason } = ended.signal;
  if (reason instanceof ProviderError) await noteTrouble(queue, reason.message).catch(() => {});
  ended.signal.throwIfAborted();
  return calls.count;
}

/** What a worker works with. */
interface Work {
  readonly queue: Queue;
  readonly options: WorkerOptions;
  readonly calls: CallsUnderWay;
  readonly turn: ReturnType<typeof workersTurn>;
  /** Waits so many milliseconds, or until something happens. */
  readonly wait: (ms: number) => Promise<void>;
}

/** Claims and answers until the worker is stopped, or all is answered where it is to end then. */
async function answerUntil(
  stopped: AbortSignal,
  { queue, options, calls, turn, wait }: Work,
): Promise<void> {
  const { untilEmpty = false } = options;
  const claimMore = claimer(queue, options, calls);
  while (!stopped.aborted) {
    if ((await turn.isOurs()) && (await claimMore())) continue;
    if (calls.count.underWay === 0) {
      // Whoever waits for what is held back would wait for ever.
      await calls.settle();
      if (untilEmpty) await sweep(queue);
      if (untilEmpty && (await isEmpty(queue))) return;
    }
    await wait(calls.unsent.size > 0 ? AHEAD_MS / 2 : SLEEP_MS);
  }
}

/** The right to ask the model, which all workers have together, and not while a run asks it itself. */
function workersTurn({ store, model }: Queue, { provider, say }: WorkerOptions) {
  let lock: HeldLock | undefined;
  let isTold = false;
  return {
    async isOurs(): Promise<boolean> {
      if (lock?.isHeld) return true;
      await lock?.[Symbol.asyncDispose]();
      lock = await store.database.lock(askingLock(provider), "shared");
      if (lock === undefined && !isTold) {
        say(`A run asks ${model} itself from this store: workers wait until it has ended.`);
      }
      isTold = lock === undefined;
      return lock !== undefined;
    },
    async [Symbol.asyncDispose]() {
      await lock?.[Symbol.asyncDispose]();
    },
  };
}

/** Claims what there are slots for, and begins it; tells whether there was anything. */
function claimer(
  queue: Queue,
  options: WorkerOptions,
  calls: CallsUnderWay,
): () => Promise<boolean> {
  const { store, provider, price, slots, say, writeOption: write = asProperty } = options;
  const sizeOf = ({ request }: QueueJob): Size => {
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
      const passed = new BudgetError(spent, budget, over).messageFor(write);
      say(`${passed} Workers wait until one is started with a larger ${write("budget")}.`);
      told = budget;
    }
    const known = await Promise.all(
      jobs.map(({ request }) => store.get(requestKey({ ...request, ...queue.asked() }))),
    );
    for (const [i, job] of jobs.entries()) {
      calls.begin(job, gapMs, known[i]?.at !== job.after);
    }
    return jobs.length > 0;
  };
}

/** Says that the worker lives, and settles what others left, until it is stopped. */
async function heartbeat(queue: Queue, calls: CallsUnderWay, stopped: AbortSignal): Promise<void> {
  const beat = async (): Promise<void> => {
    const claims = calls.held();
    const own = claims.length > 0 ? touched(await queue.boss.touch(queue.name, claims)) : new Set();
    for (const claim of claims) {
      if (!own.has(claim.id)) calls.lose(claim);
    }
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
