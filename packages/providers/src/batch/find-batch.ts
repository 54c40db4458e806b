import type { BatchResult, ListedBatch } from "../batch-contract/batch-vendor.ts";
import { isUnknownPath } from "../batch-contract/batch-errors.ts";
import { Interrupted, UsageError } from "../errors/errors.ts";
import type { OpenBatch } from "../journal/batch-ledger.ts";
import { requestsText } from "./batch-event.ts";
import { type BatchRun, pauses } from "./batch-run.ts";
import { retryBatchCall } from "./retry-batch-call.ts";

/** The longest that a submission may be on its way, a vendor works on a batch, and clocks may be apart, in ms. */
const [ON_ITS_WAY, AT_WORK, APART] = [900_000, 86_400_000, 3_600_000];

/**
 * The vendor's id of a batch whose submission was cut; `undefined` where it may be submitted again all the same.
 *
 * It is looked for in the vendor's list by our label or, where the vendor keeps none, by the names of its requests.
 * Those are seen only once a batch has ended, so each that is under way, was made since and has as many requests is
 * waited for, for as long as the vendor may work on ours. Where none may be it, `searchMs` must do.
 *
 * @param why What cut the submission, as a sentence.
 * @throws UsageError where it is not found and nobody can be asked, Interrupted where a person says no.
 */
export async function findBatch(lost: OpenBatch, why: string, run: BatchRun): Promise<string | undefined> {
  const { vendor, searchMs, resubmit, onEvent } = run;
  const requests = requestsText(lost.requests.size);
  const noted = Date.parse(lost.at);
  const listedBy = Math.min(Date.now(), noted + ON_ITS_WAY) + searchMs;
  for (const ms of pauses(run)) {
    const found = await look(lost, run);
    if (typeof found === "string") return found;
    const until = found === 0 ? listedBy : noted + ON_ITS_WAY + AT_WORK;
    const left = until - Date.now();
    if (left <= 0) break;
    onEvent?.({ kind: "looking", why, requests: lost.requests.size, underWay: found, until: new Date(until) });
    await run.wait(Math.min(ms, left));
  }
  const unknown = `${why} Whether its batch of ${requests} was made is not known, and it was not found at ${vendor.title}: submitted again, they are paid for twice if it was.`;
  if (resubmit === undefined) {
    throw new UsageError(`${unknown} Look there for a batch of ${lost.at}; where there is none, give --resubmit-lost.`);
  }
  if (!(await resubmit(unknown))) throw new Interrupted("Nothing was submitted again.");
  onEvent?.({ kind: "lost", requests: lost.requests.size });
  return undefined;
}

/** The id of the batch, or how many under way may be it. */
async function look({ label, at, requests }: OpenBatch, run: BatchRun): Promise<string | number> {
  const { vendor, ledger, signal } = run;
  let underWay = 0;
  for (const one of await listed(run)) {
    if ("label" in one) {
      if (one.label === label) return one.id;
      continue;
    }
    const earlier = one.created < Date.parse(at) - APART;
    if (earlier || one.requests !== requests.size || ledger.knows(one.id)) continue;
    if (!one.ended) underWay++;
    else if (await retryBatchCall(() => hasRequests(vendor.results(one.id, signal), requests), run)) return one.id;
  }
  return underWay;
}

/** The vendor's list; empty of a server that has none. */
async function listed({ vendor, ...run }: BatchRun): Promise<readonly ListedBatch[]> {
  try {
    return await retryBatchCall(() => vendor.list(run.signal), run);
  } catch (error) {
    if (isUnknownPath(error)) return [];
    throw error;
  }
}

async function hasRequests(results: AsyncIterable<BatchResult>, keys: OpenBatch["requests"]): Promise<boolean> {
  for await (const { customId } of results) if (!keys.has(customId)) return false;
  return true;
}
