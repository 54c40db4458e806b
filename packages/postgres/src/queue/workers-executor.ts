import type { Provider } from "@promptnce/core";
import {
  type Executor,
  inRounds,
  type OpenRequest,
  type Round,
  delay,
  newAlarm,
  BudgetError,
  attemptsAt,
  wordingOf,
} from "@promptnce/engine";
import type { JournalRecord } from "@promptnce/engine/journal";
import { queuedKeys } from "./jobs-table.ts";
import type { QueueJob } from "./queue-job.ts";
import { enqueue, openQueue, type Queue } from "./queue.ts";
import type { PostgresStore } from "../store/postgres-store.ts";

/** How questions are left to workers, and waited for. */
export interface WorkersOptions {
  readonly store: PostgresStore;
  /** Identifies the model that the workers call: name, model and settings only, without a key. */
  readonly provider: Provider;
  /** Once aborted, nothing more is waited for; workers continue. */
  readonly signal: AbortSignal;
  /** Receives progress as lines for people. */
  readonly say: (line: string) => void;
  /** Whether requests that failed for good, according to the store, are sent once more. */
  readonly retryFailed?: boolean | undefined;
  /** How to start a worker, shown when none answers for a while. */
  readonly howToStart?: string;
}

/** The shortest and the longest interval between two looks for answers, in milliseconds. */
const LOOK_MS = { most: 100, least: 5000 };

/** Of the questions waited for, those that were queued first are looked at: so many of them. */
const LOOK = 500;

/**
 * The most questions that are held in memory while they are waited for, so that their replies are
 * read as they come. Of further ones, another way through all that is wanted tells what they are.
 */
const HELD = 25_000;

/** The idle time after which the advice to start a worker is shown. */
const IDLE_MS = 10_000;

const START_ONE =
  "start one with `work` on any machine that has the key, over the same store, with the same model and settings";

/**
 * The executor that leaves questions to workers: puts what the store lacks into the queue, and
 * waits until none of it is left there. Questions already queued by others are waited for and not
 * queued twice. A question with an invalid reply is queued again as soon as that has come, as often
 * as single calls would retry it. Workers continue if the wait is aborted.
 *
 * Its `settle` throws a BudgetError where the workers' budget allows no further request, and the
 * signal's reason.
 *
 * @example
 * await using store = await openPostgresStore("postgres://localhost/replies");
 * await prepareQueue(store);
 * const complete = async () => ({ text: "0.4", stop: "end" });
 * const provider = { name: "ours", model: "large", settings: {}, complete };
 * const stop = new AbortController();
 * const options = { store, provider, signal: stop.signal, say: () => {} };
 * const worker = work({ ...options, price: undefined, slots: 4 });
 * const wanted = [{ request: { prompt: "Will it rain?", sample: 0 } }];
 * const asked = await workersExecutor(options).settle(wanted); // → 1
 * stop.abort();
 * await worker;
 */
export function workersExecutor(options: WorkersOptions): Executor {
  return {
    async settle(wanted) {
      const { store, provider, signal, retryFailed, say } = options;
      await using queue = await openQueue(store, provider, false);
      const alarm = newAlarm();
      await using _listening = await store.database.listen("answered", alarm.ring);
      signal.addEventListener("abort", alarm.ring);
      const rounds = inRounds({
        store,
        attempts: attemptsAt(provider, { retryFailed }),
        asked: queue.asked,
        signal,
        async carry({ missing, stillMissing, number }) {
          const questions = heldQuestions(queue, stillMissing);
          const pending: string[] = [];
          for await (const some of missing) {
            signal.throwIfAborted();
            pending.push(...(await questions.put(some)));
          }
          if (pending.length === 0) return;
          const again = number === 0 ? "" : ", to be asked again";
          say(`In the queue for workers of ${provider.model}: ${pending.length}${again}.`);
          await untilAnswered(pending, queue, options, {
            wait: alarm.wait,
            onAnswered: (keys) => questions.putAgain(keys),
          });
          await store.refresh();
        },
      });
      await store.refresh();
      // Awaited here, or the queue and its notices would be closed meanwhile.
      return await rounds.settle(wanted);
    },
  };
}

/** Questions put into the queue, which are put there again while their replies are invalid. */
function heldQuestions(queue: Queue, stillMissing: Round["stillMissing"]) {
  const held = new Map<string, OpenRequest>();
  const put = async (some: readonly OpenRequest[]): Promise<readonly string[]> => {
    await enqueue(queue, some.map(jobOf));
    for (const one of some) {
      if (held.size < HELD) held.set(one.key, one);
    }
    return some.map(({ key }) => key);
  };
  return {
    /** Puts questions into the queue, and gives their keys. */
    put,
    /** Puts those of these keys there again that still have no outcome, and gives their keys. */
    async putAgain(keys: readonly string[]): Promise<readonly string[]> {
      const answered = keys.flatMap((key) => held.get(key) ?? []);
      for (const { key } of answered) {
        held.delete(key);
      }
      const missed = await stillMissing(answered);
      const before = new Map(answered.map(({ key, attempt }) => [key, attempt]));
      if (missed.every(({ key, attempt }) => attempt !== before.get(key))) return put(missed);
      // A reply may have come under another key: without a setting that a worker has learned to be
      // rejected.
      await queue.store.refresh();
      return put(await stillMissing(missed));
    },
  };
}

function jobOf({ key, request, attempt, last }: OpenRequest): QueueJob {
  const { template } = request;
  const named = template ? { ...request, template: wordingOf(template) } : request;
  return { key, request: named, attempt, after: (last as JournalRecord | undefined)?.at };
}

/** The state of a model's queue, over all its workers. */
interface QueueState {
  readonly spent: number;
  readonly budget: number;
  /** The possible cost of the next call, where the budget does not allow it. */
  readonly over: number | null;
  /** Why the last worker to end did so, if nothing has been answered since. */
  readonly trouble: string | null;
}

/** How answers are waited for. */
interface AnswerWait {
  /** Waits so many milliseconds, or until something was answered. */
  readonly wait: (ms: number) => Promise<void>;
  /** Called with the keys that have left the queue; gives further ones to wait for. */
  readonly onAnswered: (keys: readonly string[]) => Promise<readonly string[]>;
}

/** Waits until none of the keys is in the queue any more. */
async function untilAnswered(
  keys: readonly string[],
  { name, model }: Queue,
  { store, signal, say, howToStart = START_ONE }: WorkersOptions,
  { wait, onAnswered }: AnswerWait,
): Promise<void> {
  const { database } = store;
  const pending = [...keys];
  let total = keys.length;
  const standing = "select spent, budget, over, trouble from promptnce.limits where model = $1";
  let told: unknown;
  let tenth = 0;
  let idleSince = performance.now();
  for (;;) {
    const looked = pending.slice(0, LOOK);
    const queued = await queuedKeys(database, name, looked);
    const stays = new Set(queued.map(({ key }) => key));
    const answered = looked.filter((key) => !stays.has(key));
    pending.splice(0, looked.length, ...stays);
    if (answered.length > 0) {
      const further = await onAnswered(answered);
      pending.push(...further);
      total += further.length;
    }
    if (answered.length > 0 || queued.some(({ active }) => active)) idleSince = performance.now();
    const done = total - pending.length;
    const tenths = Math.floor((10 * done) / total);
    if (tenths > tenth) say(`answered by workers: ${done} of ${total}`);
    tenth = tenths;
    if (pending.length === 0) return;
    if (stays.size === 0) continue;
    const limits = await database.query(standing, [model]);
    const { spent, budget, over, trouble } = limits.rows[0] as unknown as QueueState;
    if (over !== null) throw new BudgetError(spent, budget, over);
    if (trouble !== null && trouble !== told) {
      say(`A worker ended (${trouble}) Its questions wait for another worker.`);
    }
    told = trouble;
    if (performance.now() - idleSince > IDLE_MS) {
      idleSince = Infinity; // Shown once, until a worker has come and gone.
      say(`No worker answers: ${howToStart}.`);
    }
    if (signal.aborted) {
      const { length: left } = await queuedKeys(database, name, pending);
      say(
        `\nQuestions still in the queue for workers: ${left}. The same run, started again, waits for the answers.`,
      );
      throw signal.reason;
    }
    await wait(LOOK_MS.least);
    await delay(LOOK_MS.most, undefined);
  }
}
