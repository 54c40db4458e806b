import type { Provider } from "@promptnce/core";
import type { Price } from "@promptnce/engine";
import type { CallCosts } from "@promptnce/engine/money";
import { JournalError } from "@promptnce/engine/journal";
import { ProviderError } from "@promptnce/core/errors";
import type { PostgresStore } from "../store/postgres-store.ts";
import { heldJobs } from "./held-jobs.ts";
import { jobAttempts } from "./job-attempts.ts";
import type { JobCall } from "./job-call.ts";
import { jobLinks, NO_LONGER_COVERED } from "./job-links.ts";
import type { CallLimits } from "../queue/limits.ts";
import type { Claim, Queue } from "../queue/queue.ts";

/** The provider a worker calls, with its store and price. */
export interface Caller {
  readonly store: PostgresStore;
  /** The provider, paced and with retries. */
  readonly provider: Provider;
  /** The price of a call; without it nothing counts towards a budget. */
  readonly price: Price | undefined;
  /**
   * What its calls may cost at most, which is told what replies have cost; absent without a price.
   */
  readonly costs?: CallCosts | undefined;
}

/** The jobs that a worker holds and processes. */
export interface CallsUnderWay {
  /** Numbers of jobs; `usd`: the cost of all answered ones in US dollars. */
  readonly count: Readonly<Record<"underWay" | "answered" | "usd", number>>;
  /** The jobs under way whose requests wait for their turn. */
  readonly unsent: ReadonlySet<Claim>;
  /** Stores the failures whose cause was still undecided. */
  settle(): Promise<void>;
  /** All claims held, including those whose failure is still undecided. */
  held(): Claim[];
  /**
   * Starts a call `gapMs` after the previous one, or completes the job if the store already has its
   * answer. Where there is a budget, a job that it no longer covers when its call would leave is
   * given back.
   */
  begin(job: Claim, limits: CallLimits, isAnswered: boolean): void;
  /** Drops a claim of a job that has been claimed again since, here or elsewhere. */
  lose(claim: Claim): void;
  /**
   * Stops sending: jobs that wait for their turn or a retry are given back; calls under way
   * continue.
   */
  close(): Promise<void>;
  /**
   * Gives back the jobs whose failure is still undecided. To be called once nothing is under way.
   */
  giveBackHeld(): Promise<void>;
}

/**
 * @param onEnd Called when a job ends, and with the error that ends the worker as soon as it
 *   occurs.
 */
export function callsUnderWay(
  queue: Queue,
  caller: Caller,
  onEnd: (error: unknown) => void,
): CallsUnderWay {
  const { provider, store, costs } = caller;
  const jobs = heldJobs(queue, caller);
  const unsent = new Set<Claim>();
  const attempts = jobAttempts(provider, store, jobs);
  const linksOf = jobLinks({ queue, jobs, costs, onTurn: (job) => void unsent.delete(job) });

  const askOrGiveBack = async (call: JobCall): Promise<void> => {
    const { job, lost } = call;
    unsent.add(job);
    try {
      await attempts.make(call, linksOf(call)(provider));
    } catch (error) {
      if (error === NO_LONGER_COVERED && jobs.live.has(job)) return await jobs.giveBack(call);
      const isClosed = error === jobs.closing.reason;
      const isOrderly = isClosed || error instanceof ProviderError || error instanceof JournalError;
      // The question itself may have caused the crash.
      if (!isOrderly) jobs.abandon(job);
      // Before the job is given back, or this worker would claim it again.
      if (!isClosed && !lost.signal.aborted) {
        onEnd(error);
        void jobs.close();
      }
      if (jobs.live.has(job)) await jobs.giveBack(call);
      if (!isClosed) throw error;
    } finally {
      unsent.delete(job);
    }
  };

  return {
    count: jobs.count,
    unsent,
    settle: attempts.settle,
    held: () => [...jobs.live.keys()],
    lose: jobs.lose,
    begin(job, limits, isAnswered) {
      const call = jobs.take(job, limits);
      jobs.count.underWay++;
      const end = (error?: unknown): void => {
        jobs.count.underWay--;
        onEnd(call.lost.signal.aborted ? undefined : error);
      };
      (isAnswered ? jobs.complete(call) : askOrGiveBack(call)).then(() => end(), end);
    },
    close: jobs.close,
    async giveBackHeld() {
      const failed = [...jobs.live.values()].filter(({ hasFailed }) => hasFailed);
      await Promise.allSettled(failed.map(jobs.giveBack));
    },
  };
}
