import type { Price, StoreEntry } from "@promptnce/engine";
import { runningCost } from "@promptnce/engine/money";
import { grouped } from "../store/grouped.ts";
import { giveBack } from "../queue/give-back.ts";
import type { JobCall } from "./job-call.ts";
import type { Claim, Queue, Size } from "../queue/queue.ts";
import { type JobOutcome, release, settle } from "../queue/settle.ts";

/** Where the outcomes of a worker's jobs go. */
export interface JobOutcomes {
  /**
   * Completes a job, and returns what it cost in US dollars; `isOwn` is false where another worker
   * has claimed it since.
   */
  complete(call: JobCall): Promise<{ readonly isOwn: boolean; readonly usd: number }>;
  /**
   * Gives a job back, and returns what it cost. Charges for calls without an answer stay in the
   * store; everything else is as if the job had never been claimed.
   */
  giveBack(call: JobCall): Promise<number>;
  /** Corrects what a job has set aside, whose call has ended, to what it has used. */
  readonly release: (call: JobCall) => Promise<void>;
}

/**
 * How long an outcome waits for others to be stored with, in milliseconds: each statement costs a
 * worker and the database as much as a question. It waits only for calls that are under way, and no
 * longer once this part of them has ended.
 */
const GATHER_MS = 25;
const GATHER_PART = 1 / 5;

/** @param underWay The number of jobs whose outcome may come soon. */
export function jobOutcomes(
  queue: Queue,
  price: Price | undefined,
  underWay: () => number,
): JobOutcomes {
  const completed = grouped((group: readonly JobOutcome[]) => settle(queue, group), {
    most: 64,
    atOnce: 1,
    gather: { ms: GATHER_MS, enough: () => GATHER_PART * underWay() },
  });
  const givenBack = grouped((group: readonly JobOutcome[]) => giveBack(queue, group), {
    most: 64,
    atOnce: 2,
  });
  const outcome = (job: Claim, entries: readonly StoreEntry[]): JobOutcome => ({
    job,
    entries,
    size: sizeOf(job, entries, price),
  });
  return {
    async complete({ job, entries }) {
      const done = outcome(job, entries);
      return { isOwn: await completed(done), usd: done.size.usd };
    },
    async giveBack({ job, entries }) {
      const charges = entries.filter(({ charge }) => charge === true);
      const returned = outcome(job, charges);
      await givenBack(returned);
      return returned.size.usd;
    },
    release: ({ job, entries }) => release(queue, outcome(job, entries)),
  };
}

/**
 * The tokens and dollars a job used. Charges and failures without token counts used no tokens; a
 * reply without them counts at its maximum.
 */
function sizeOf(job: Claim, entries: readonly StoreEntry[], price: Price | undefined): Size {
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
