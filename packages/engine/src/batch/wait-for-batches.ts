import type { OpenBatch } from "../journal/batch-ledger.ts";
import { type BatchRun, pauses, pay, requestsText, retryBatchCall } from "./batch-run.ts";
import type { BatchStatus } from "@promptnce/providers/batches";
import type { Missing } from "../attempt/executor.ts";
import type { BatchRound } from "./batch-round.ts";
import type { OneAttempt } from "../attempt/model-attempts.ts";
import { wrongRequest } from "@promptnce/providers/contract";
import { ProviderError } from "@promptnce/providers";
import { isUnknownPath } from "@promptnce/providers/batches";

/** A batch that the vendor has. */
export type Submitted = OpenBatch & { readonly id: string };

/**
 * Polls the batches, at growing intervals, until each has ended and its results are in the store. A
 * batch that the vendor rejected as a whole is forgotten, and its error thrown once the others have
 * ended.
 */
export async function waitForBatches(
  batches: readonly Submitted[],
  round: BatchRound,
  run: BatchRun,
): Promise<void> {
  const requests = batches.reduce((sum, batch) => sum + batch.requests.size, 0);
  const done = new Map<string, number>();
  let failed: ProviderError | undefined;
  let waiting = [...batches];
  for (const ms of pauses()) {
    const still: Submitted[] = [];
    for (const batch of waiting) {
      const status = await statusOf(batch, run);
      done.set(batch.id, status.ended ? batch.requests.size : status.done);
      failed ??= status.failed;
      if (!status.ended) still.push(batch);
      else if (status.failed !== undefined) run.ledger.read(batch.label, []);
      else await readEnded(batch, round, run);
    }
    waiting = still;
    const sum = [...done.values()].reduce((total, count) => total + count, 0);
    run.say(`${sum} of ${requestsText(requests)} done, batches under way: ${waiting.length}`);
    if (waiting.length === 0) break;
    await run.wait(ms);
  }
  if (failed !== undefined) throw failed;
}

async function statusOf({ id }: Submitted, run: BatchRun): Promise<BatchStatus> {
  const { vendor, ledger, signal } = run;
  try {
    return await retryBatchCall(() => vendor.status(id, signal), run);
  } catch (error) {
    if (!isUnknownPath(error)) throw error;
    throw wrongRequest(
      `${vendor.title} does not know the batch ${id} that ${ledger.path} has (${error.status}): use the key and the address that it was submitted with, or delete that file to have its requests asked again.`,
      error.status,
    );
  }
}

/** Reads an ended batch; one whose results cannot be had is kept, since they may be paid for. */
async function readEnded(batch: Submitted, round: BatchRound, run: BatchRun): Promise<void> {
  try {
    await retryBatchCall(() => readBatch(batch, round, run), run);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.retryable) throw error;
    throw new ProviderError(
      (write) =>
        `${error.messageFor(write)} (The batch ${batch.id} stays in ${run.ledger.path}, and the next run looks again; delete that file to have its requests asked, and charged for, once more.)`,
      error,
    );
  }
}

/**
 * Stores the results of an ended batch as they arrive. Answered requests leave the round; for the
 * others the problem is noted. Results that this run did not ask for stay in the ledger. An
 * interruption at any point loses nothing.
 */
async function readBatch(batch: Submitted, round: BatchRound, run: BatchRun): Promise<void> {
  const { vendor, store, ledger, signal, attempts } = run;
  const { sent, planned, missing, problems } = round;
  // A result of an earlier attempt, read before, is no result of the one that is missing now.
  const askedIn = (key: string): Missing | undefined => {
    const asked = missing.get(key);
    const attempt = batch.requests.get(key) ?? -1;
    return asked !== undefined && attempt >= asked.attempt ? asked : undefined;
  };
  // In the order in which they were submitted, which shows since when requests are refused.
  const begun = new Map<string, OneAttempt>();
  for (const key of batch.requests.keys()) {
    const asked = askedIn(key);
    if (asked === undefined) continue;
    begun.set(
      key,
      attempts.begin(asked, sent, (entry) => store.append(entry)),
    );
  }
  for await (const { customId: key, outcome } of vendor.results(batch.id, signal)) {
    const asked = askedIn(key);
    const made = begun.get(key);
    if (asked === undefined || made === undefined) continue;
    if (outcome instanceof ProviderError) {
      if (outcome.mayBeBilled && !problems.has(key)) {
        await made.charge(outcome, { batch: true });
        await pay({ batch: true }, asked, run);
      }
      problems.set(key, { error: outcome, made });
      continue;
    }
    const reply = { ...outcome, batch: true };
    await made.settle({ reply });
    await pay(reply, asked, run);
    missing.delete(key);
  }
  const left: string[] = [];
  for (const key of batch.requests.keys()) {
    const made = begun.get(key);
    if (askedIn(key) !== undefined && made !== undefined && !problems.has(key)) {
      const sentence = `${vendor.title} gave no result for a request of a batch.`;
      const error = new ProviderError(sentence, { kind: "response", retryable: true });
      problems.set(key, { error, made });
    }
    if (!planned.has(key) && (await store.get(key)) === undefined) left.push(key);
  }
  ledger.read(batch.label, left);
}
