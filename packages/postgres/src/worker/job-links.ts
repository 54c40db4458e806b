import type { Link } from "@promptnce/core";
import { listening } from "@promptnce/engine";
import type { CallCosts } from "@promptnce/engine/money";
import { grouped } from "../store/grouped.ts";
import { claimAgain } from "../queue/claim.ts";
import type { HeldJobs } from "./held-jobs.ts";
import type { JobCall } from "./job-call.ts";
import { requestTurns, staysWithin } from "../queue/limits.ts";
import type { Claim, Queue } from "../queue/queue.ts";

/** Why a call does not leave that the budget no longer covers: replies since then were dearer. */
export const NO_LONGER_COVERED: Error = new Error("The budget no longer covers this call.");

/** What the links around a worker's calls share. */
export interface JobLinksOptions {
  readonly queue: Queue;
  readonly jobs: HeldJobs;
  readonly costs: CallCosts | undefined;
  /** Called with a job whose request no longer waits for its turn. */
  readonly onTurn: (job: Claim) => void;
}

/**
 * What a worker does around the call of a job, before each of its requests is sent:
 *
 * 1. `reserved` reserves the job's share of the limits again, after a request that has used it.
 * 2. `spaced` waits for a turn among the requests of all workers.
 * 3. `covered` rejects what the budget no longer covers.
 *
 * The first is next to the provider, so it hears of a request before the others do.
 */
export function jobLinks(options: JobLinksOptions): (call: JobCall) => Link {
  const { model, store } = options.queue;
  const turn = requestTurns(store.database, model);
  const isWithin = grouped(
    async (group: readonly Claim[]) => {
      const within = await staysWithin(store.database, model);
      return group.map(() => within);
    },
    { most: Infinity, atOnce: 1 },
  );
  return (call) => {
    const reservation = { usd: call.job.size.usd };
    const links = [
      reserved(call, reservation, options),
      spaced(call, turn),
      covered(call, reservation, isWithin, options),
    ];
    return (provider) => links.reduce((next, link) => link(next), provider);
  };
}

/** The US dollars that are set aside for a job's next request. */
interface Reservation {
  usd: number;
}

/** What a job's next request may cost at most, by what is known now. */
function mostUsd({ job }: JobCall, { costs }: JobLinksOptions): number {
  return costs?.most(job.request) ?? job.size.usd;
}

function reserved(call: JobCall, reservation: Reservation, options: JobLinksOptions): Link {
  const { queue, jobs } = options;
  const { job, lost } = call;
  let requests = 0;
  return listening({
    uncharged: () => jobs.release(call),
    async sending() {
      requests++;
      if (requests === 1) return;
      reservation.usd = mostUsd(call, options);
      const size = { ...job.size, usd: reservation.usd };
      await claimAgain(queue, { ...job, size }, AbortSignal.any([lost.signal, jobs.closing]));
    },
  });
}

function spaced({ limits: { gapMs } }: JobCall, turn: (gapMs: number) => Promise<void>): Link {
  return listening({
    async sending() {
      if (gapMs > 0) await turn(gapMs);
    },
  });
}

function covered(
  call: JobCall,
  reservation: Reservation,
  isWithin: (job: Claim) => Promise<boolean>,
  options: JobLinksOptions,
): Link {
  const { job, limits, lost } = call;
  const isLimited = limits.budget < Infinity;
  return listening({
    async sending() {
      const isCovered = !isLimited || (await isWithin(job));
      options.onTurn(job);
      lost.signal.throwIfAborted();
      options.jobs.closing.throwIfAborted();
      if (!isLimited) return;
      if (!isCovered || mostUsd(call, options) > reservation.usd) throw NO_LONGER_COVERED;
    },
  });
}
