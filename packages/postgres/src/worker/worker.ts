import { asProperty, type WriteOption, ProviderError } from "@promptnce/core/errors";
import { delay, newAlarm, BudgetError, requestKey } from "@promptnce/engine";
import { type CallCosts, callCosts, mostUsage } from "@promptnce/engine/money";
import { askingLock } from "../store/asking-rights.ts";
import type { HeldLock } from "../store/held-lock.ts";
import { type Caller, type CallsUnderWay, callsUnderWay } from "./calls-under-way.ts";
import { claim } from "../queue/claim.ts";
import { touched } from "../queue/boss.ts";
import type { QueueJob } from "../queue/queue-job.ts";
import { openQueue, type Queue, type Size } from "../queue/queue.ts";
import { noteTrouble, sweep } from "../queue/settle.ts";

export interface WorkerOptions extends Caller {
  /** Calls under way at once. */
  readonly slots: number;
  /** Whether to end once no job waits or is under way, here or elsewhere. */
  readonly untilEmpty?: boolean | undefined;
  /**
   * Once aborted, nothing more is claimed; calls under way are awaited and their replies stored.
   */
  readonly signal: AbortSignal;
  /** Receives progress as lines for people. */
  readonly say: (line: string) => void;
  /** How these lines write options; by default as a program sets them. */
  readonly writeOption?: WriteOption;
}

/**
 * The interval between a worker's heartbeats, in milliseconds; after ten seconds without one it
 * counts as dead.
 */
const HEARTBEAT_MS = 3000;

/**
 * How long before its request may be sent a question is claimed, in milliseconds: a claimed
 * question counts as sent if its worker dies.
 */
const AHEAD_MS = 250;

/** How long a worker sleeps unless it is woken, in milliseconds. */
const SLEEP_MS = 1000;

/**
 * Answers the questions in a model's queue until it is stopped. The worker claims as many questions
 * as its free slots and the model's limits allow, sends each outside any transaction, and stores
 * the reply together with the job's completion. Any number of workers may run at once. If a worker
 * dies, others take over its questions some fifteen seconds later.
 *
 * However the worker ends, unless it is killed, its open questions go back into the queue as if
 * never claimed, and its unused reservations are released.
 *
 * @returns The number of questions it answered, and their cost in US dollars.
 * @throws ProviderError where a failure concerns more than single requests, by the rule of
 *   {@link cached}.
 * @example
 * await using store = await openPostgresStore("postgres://localhost/replies");
 * await prepareQueue(store);
 * const complete = async () => ({ text: "0.4", stop: "end" });
 * const provider = { name: "ours", model: "large", settings: {}, complete };
 * const options = { store, provider, signal: new AbortController().signal, say: () => {} };
 * await work({ ...options, price: undefined, slots: 4, untilEmpty: true });
 * // → { answered: 0, usd: 0 }
 */
export async function work(
  options: WorkerOptions,
): Promise<{ readonly answered: number; readonly usd: number }> {
  const { store, provider, signal } = options;
  await using queue = await openQueue(store, provider, true);
  const ended = new AbortController();
  const { ring, wait } = newAlarm();
  const costs = options.price && callCosts(provider, options.price);
  const calls = callsUnderWay(queue, { ...options, costs }, (error) => {
    if (error !== undefined) ended.abort(error);
    ring();
  });
  await using turn = workersTurn(queue, options);
  const stillHeart = new AbortController();
  const heart = heartbeat(queue, calls, stillHeart.signal);
  // Jitter, so that workers do not all wake at the same moment.
  await using _listening = await store.database.listen(
    "asked",
    () => void setTimeout(ring, 60 * Math.random()),
  );
  const stopped = AbortSignal.any([signal, ended.signal]);
  stopped.addEventListener("abort", ring, { once: true });
  try {
    await answerUntil(stopped, { queue, options, calls, costs, turn, wait });
  } catch (error) {
    ended.abort(error);
  }
  await calls.close();
  // Calls under way are paid for, so they are awaited.
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

/** The state of a running worker. */
interface Work {
  readonly queue: Queue;
  readonly options: WorkerOptions;
  readonly calls: CallsUnderWay;
  readonly costs: CallCosts | undefined;
  readonly turn: ReturnType<typeof workersTurn>;
  /** Waits this many milliseconds, or until it is woken. */
  readonly wait: (ms: number) => Promise<void>;
}

/**
 * Claims and answers questions until the worker is stopped or, with `untilEmpty`, until all are
 * answered.
 */
async function answerUntil(
  stopped: AbortSignal,
  { queue, options, calls, costs, turn, wait }: Work,
): Promise<void> {
  const { untilEmpty = false } = options;
  const claimMore = claimer(queue, options, calls, costs);
  while (!stopped.aborted) {
    if ((await turn.isOurs()) && (await claimMore())) continue;
    if (calls.count.underWay === 0) {
      // Runs that wait for a job with an undecided failure would otherwise wait forever.
      await calls.settle();
      if (untilEmpty) await sweep(queue);
      if (untilEmpty && (await isEmpty(queue))) return;
    }
    await wait(calls.unsent.size > 0 ? AHEAD_MS / 2 : SLEEP_MS);
  }
}

/**
 * The right to call the model, shared by all workers and withheld while a run calls it directly.
 */
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

/**
 * A function that claims questions for the free slots and starts them; it returns whether there
 * were any.
 */
function claimer(
  queue: Queue,
  options: WorkerOptions,
  calls: CallsUnderWay,
  costs: CallCosts | undefined,
): () => Promise<boolean> {
  const { store, provider, price, slots, say, writeOption: write = asProperty } = options;
  const sizeOf = ({ request }: QueueJob): Size => {
    const most = mostUsage(request, provider, price?.plain);
    return { ...most, usd: costs?.most(request) ?? 0 };
  };
  let gap = 0;
  let told: number | undefined;
  return async () => {
    const soon = gap > 0 ? Math.ceil(AHEAD_MS / gap) - calls.unsent.size : Infinity;
    // Where nothing bounds the cost of a call, the first goes alone.
    const together = costs?.isBound === false ? 1 : slots;
    const free = Math.min(together - calls.count.underWay, soon);
    if (free <= 0) return false;
    const { jobs, gapMs, spent, budget, over } = await claim(queue, free, sizeOf);
    gap = gapMs;
    if (over !== null && told !== budget) {
      const passed = new BudgetError(spent, budget, over).messageFor(write);
      say(`${passed} Workers wait until one is started with a larger ${write("budget")}.`);
      told = budget;
    }
    const asked = queue.asked();
    const known = await Promise.all(
      jobs.map(({ request }) => store.get(requestKey({ ...request, ...asked }))),
    );
    for (const [i, job] of jobs.entries()) {
      calls.begin(job, { gapMs, budget }, known[i]?.at !== job.after);
    }
    return jobs.length > 0;
  };
}

/** Sends the worker's heartbeat, and settles jobs of dead workers, until it is stopped. */
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
    // A missed beat while the server is away loses nothing: the next one follows.
    if (!stopped.aborted) await beat().catch(() => {});
  }
}

/** Whether no job is left: one that is done is removed. */
async function isEmpty({ boss, name }: Queue): Promise<boolean> {
  return (await boss.findJobs(name, { limit: 1 })).length === 0;
}
