import type { OpenBatch } from "../journal/batch-ledger.ts";
import type { BatchRun } from "./batch-run.ts";
import type { BatchStatus } from "../batch-contract/batch-vendor.ts";
import type { BatchWork } from "./batch-work.ts";
import type { Sent } from "../call/dropped-parameters.ts";
import { patient } from "./patient.ts";
import { ProviderError } from "../errors/errors.ts";
import { type Problems, readBatch } from "./read-batch.ts";
import { isUnknownPath } from "../batch-contract/batch-errors.ts";

/** A batch that the vendor has. */
export type Submitted = OpenBatch & { readonly id: string };

export function isSubmitted(batch: OpenBatch): batch is Submitted {
  return batch.id !== undefined;
}

/**
 * Looks at the batches, at growing intervals, until each has ended and its results are in the
 * store. One that the vendor took none of is forgotten, and its error thrown after the rest.
 *
 * @returns Why requests have no reply.
 */
export async function waitForBatches(
  batches: readonly Submitted[],
  work: BatchWork,
  sent: Sent,
  run: BatchRun,
): Promise<Problems> {
  const { wait, ledger } = run;
  const requests = batches.reduce((sum, batch) => sum + batch.requests.size, 0);
  const problems: Problems = new Map();
  const done = new Map<string, number>();
  let failed: ProviderError | undefined;
  let waiting = [...batches];
  for (let ms = run.firstPollMs; ; ms = Math.min(run.longestPollMs, 1.5 * ms)) {
    const still: Submitted[] = [];
    for (const batch of waiting) {
      const status = await statusOf(batch, run);
      done.set(batch.id, status.ended ? batch.requests.size : status.done);
      if (!status.ended) still.push(batch);
      else if (status.failed !== undefined) {
        failed ??= status.failed;
        ledger.read(batch.label, []);
      } else {
        const found = await patient(() => readBatch(batch, work, sent, run), { wait });
        for (const [key, error] of found) problems.set(key, error);
      }
    }
    waiting = still;
    const sum = [...done.values()].reduce((total, count) => total + count, 0);
    run.onEvent?.({ kind: "waiting", batches: waiting.length, done: sum, requests });
    if (waiting.length === 0) break;
    await wait(ms);
  }
  if (failed !== undefined) throw failed;
  return problems;
}

async function statusOf({ id }: Submitted, run: BatchRun): Promise<BatchStatus> {
  const { vendor, ledger, signal, wait } = run;
  try {
    return await patient(() => vendor.status(id, signal), { wait });
  } catch (error) {
    if (!isUnknownPath(error)) throw error;
    throw new ProviderError(
      `${vendor.title} does not know the batch ${id} that ${ledger.path} has (${error.status}): use the key and the address that it was submitted with, or delete that file to have its requests asked again.`,
      { kind: "request", retryable: false, status: error.status as number },
    );
  }
}
