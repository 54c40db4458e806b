import { type BatchResult, isUnknownPath } from "@promptnce/providers/batches";
import { Interrupted, UnconfirmedError } from "../errors/engine-errors.ts";
import type { OpenBatch } from "../journal/batch-ledger.ts";
import { type BatchRun, requestsText, retryBatchCall } from "./batch-run.ts";
import { pauses } from "./pauses.ts";

/**
 * In ms: how long a submission may be in transit, a vendor may work on a batch, and two clocks may
 * differ.
 */
const [ON_ITS_WAY, AT_WORK, APART] = [900_000, 86_400_000, 3_600_000];

/**
 * The vendor's id of a batch whose submission was interrupted, for the reason `why`; the id is
 * noted in the ledger. `undefined` where the batch is to be resubmitted anyway; the ledger then
 * forgets it.
 *
 * The vendor's list is searched by our label or, where the vendor keeps no labels, by the names of
 * the batch's requests. Those names become visible only once a batch has ended. So the search waits
 * for every batch under way that was made since and has as many requests, for as long as the vendor
 * may work on ours. Where no listed batch can be ours, the search lasts `searchMs`; it is a single
 * look where an earlier run has already waited that long, or where the server has no list.
 *
 * @throws UnconfirmedError where the batch is not found and nobody can be asked, Interrupted where
 *   a person says no.
 */
export async function findBatch(
  label: string,
  why: string,
  run: BatchRun,
): Promise<string | undefined> {
  const { vendor, ledger, searchMs, resubmit } = run;
  const lost = ledger.open().find((open) => open.label === label) as OpenBatch;
  const requests = requestsText(lost.requests.size);
  const noted = Date.parse(lost.at);
  const listedBy = lost.searched ? Date.now() : Math.min(Date.now(), noted + ON_ITS_WAY) + searchMs;
  for (const ms of pauses()) {
    const found = await look(lost, run);
    if (typeof found === "string") {
      ledger.submitted(label, found);
      return found;
    }
    if (found === undefined) break;
    const until = found === 0 ? listedBy : noted + ON_ITS_WAY + AT_WORK;
    const left = until - Date.now();
    if (left <= 0) break;
    const where = found === 0 ? "in the list there" : `among ${found} under way, once they end`;
    const latest = new Date(until).toISOString().slice(0, 16).replace("T", " ");
    run.say(
      `the submission of ${requests} was cut; looking for their batch ${where}, until ${latest} UTC at most`,
    );
    await run.wait(Math.min(ms, left));
  }
  if (!lost.searched) ledger.searched(label);
  const unknown = `${why} Whether its batch of ${requests} was created is unknown, and it was not found at ${vendor.title}. If it was created, submitting them again pays for them twice.`;
  if (resubmit === undefined) {
    throw new UnconfirmedError(
      (write) =>
        `${unknown} Look there for a batch of ${lost.at}; if there is none, give ${write("resubmit")}.`,
    );
  }
  if (!(await resubmit(unknown))) throw new Interrupted("Nothing was submitted again.");
  ledger.read(label, []);
  run.say(`submitting again ${requests} whose batch was not found`);
  return undefined;
}

/**
 * The id of the batch, or how many batches under way could be it; `undefined` where the server has
 * no list.
 */
async function look(
  { label, at, requests }: OpenBatch,
  run: BatchRun,
): Promise<string | number | undefined> {
  const { vendor, ledger, signal } = run;
  const since = Date.parse(at) - APART;
  const listed = await retryBatchCall(() => vendor.list(signal), run).catch((error: unknown) => {
    if (isUnknownPath(error)) return undefined;
    throw error;
  });
  if (listed === undefined) return undefined;
  let underWay = 0;
  for (const one of listed) {
    if ("label" in one) {
      if (one.label === label) return one.id;
    } else if (one.requests === requests.size && !(one.created < since) && !ledger.knows(one.id)) {
      if (!one.ended) underWay++;
      else if (
        await retryBatchCall(() => hasRequests(vendor.results(one.id, signal), requests), run)
      )
        return one.id;
    }
  }
  return underWay;
}

async function hasRequests(
  results: AsyncIterable<BatchResult>,
  keys: OpenBatch["requests"],
): Promise<boolean> {
  for await (const { customId } of results) {
    if (!keys.has(customId)) return false;
  }
  return true;
}
