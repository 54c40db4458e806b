import type { CallCosts } from "@promptnce/engine/money";
import type { Price } from "@promptnce/engine";
import { excuse } from "../queue/give-back.ts";
import type { JobCall } from "./job-call.ts";
import { jobOutcomes } from "./job-outcomes.ts";
import type { CallLimits } from "../queue/limits.ts";
import type { Claim, Queue } from "../queue/queue.ts";

/** The jobs that a worker holds, each from its claim until it is settled, given back or lost. */
export interface HeldJobs {
  /** Numbers of jobs; `usd`: the cost of all that were settled, in US dollars. */
  readonly count: Record<"underWay" | "answered" | "usd", number>;
  readonly live: ReadonlyMap<Claim, JobCall>;
  /** Aborted once the worker sends nothing more. */
  readonly closing: AbortSignal;
  /** Holds a job. An earlier claim of the same job, held too long without a heartbeat, is lost. */
  take(job: Claim, limits: CallLimits): JobCall;
  /** Drops the claim of a job that another worker, or a later claim of this one, has. */
  readonly lose: (job: Claim) => void;
  /** Holds a job no longer, and leaves its claim to expire, which is counted. */
  abandon(job: Claim): void;
  /** Completes a job with the entries of its call. */
  readonly complete: (call: JobCall) => Promise<void>;
  /** Gives a job back, as {@link jobOutcomes} does. */
  readonly giveBack: (call: JobCall) => Promise<void>;
  /** Corrects what a job has set aside, whose call has ended, to what it has used. */
  readonly release: (call: JobCall) => Promise<void>;
  /**
   * Aborts `closing`. The worker may be killed before its last answers arrive, so its claims are
   * excused first.
   */
  readonly close: () => Promise<void>;
}

/** @param price The price of a call, and `costs` what is known by it; absent without a price. */
export function heldJobs(
  queue: Queue,
  { price, costs }: { readonly price: Price | undefined; readonly costs?: CallCosts | undefined },
): HeldJobs {
  const live = new Map<Claim, JobCall>();
  const count = { underWay: 0, answered: 0, usd: 0 };
  const closing = new AbortController();
  const outcomes = jobOutcomes(queue, price, () => count.underWay);
  let excused: Promise<void> | undefined;
  const lose = (job: Claim): void => {
    live.get(job)?.lost.abort(new Error("Another worker has it."));
    live.delete(job);
  };
  return {
    count,
    live,
    closing: closing.signal,
    lose,
    take(job, limits) {
      for (const older of live.keys()) {
        if (older.id === job.id) lose(older);
      }
      const call = { job, limits, lost: new AbortController(), entries: [], hasFailed: false };
      live.set(job, call);
      return call;
    },
    abandon: (job) => void live.delete(job),
    async complete(call) {
      const { entries } = call;
      const { isOwn, usd } = await outcomes.complete(call);
      live.delete(call.job);
      if (!isOwn) return;
      count.answered += Math.min(1, entries.length);
      count.usd += usd;
      if (entries.some(({ charge, reply }) => charge !== true && !reply.failure)) costs?.note(usd);
    },
    async giveBack(call) {
      await excused;
      count.usd += await outcomes.giveBack(call);
      live.delete(call.job);
    },
    release: outcomes.release,
    close() {
      closing.abort(new Error("This worker ends."));
      excused ??= excuse(queue, [...live.keys()]).catch(() => {});
      return excused;
    },
  };
}
