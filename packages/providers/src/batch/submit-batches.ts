import { randomUUID } from "node:crypto";
import { batchChunks } from "./batch-chunks.ts";
import type { BatchRun } from "./batch-run.ts";
import type { Missing } from "./batch-work.ts";
import type { Sent } from "../call/dropped-parameters.ts";
import { patient } from "./patient.ts";
import { ProviderError } from "../errors/errors.ts";
import { isUnknownPath } from "../batch-contract/batch-errors.ts";

/**
 * Submits the requests in as few batches as the vendor takes. Each is noted before it is submitted
 * and its id right after, so that at every moment a later run knows of it.
 *
 * @throws ProviderError where a batch is not taken, or it is unknown whether it was.
 */
export async function submitBatches(requests: readonly Missing[], sent: Sent, run: BatchRun): Promise<void> {
  const { vendor, ledger, signal } = run;
  const sized = requests.map((missing) => {
    const item = vendor.item(missing.key, missing.request, sent.settings);
    return { missing, item, bytes: Buffer.byteLength(JSON.stringify(item)) };
  });
  for (const chunk of batchChunks(sized, vendor.limits)) {
    signal?.throwIfAborted();
    // No result depends on it, and no other store's batch must ever have the same.
    const label = randomUUID();
    ledger.intend({
      label,
      provider: vendor.name,
      model: vendor.model,
      settings: { ...sent.settings },
      ...(sent.leftOut && { leftOut: { ...sent.leftOut } }),
      requests: chunk.map(({ missing: { key, attempt } }) => [key, attempt]),
    });
    const id = await submit(
      chunk.map(({ item }) => item),
      label,
      run,
    );
    ledger.submitted(label, id);
    run.onEvent?.({ kind: "submitted", id, requests: chunk.length });
  }
}

async function submit(items: readonly unknown[], label: string, run: BatchRun): Promise<string> {
  const { vendor, ledger, signal, wait } = run;
  try {
    return await patient(() => vendor.submit(items, label), {
      wait,
      passes: ({ retryable, mayBeBilled }) => retryable && !mayBeBilled,
    });
  } catch (error) {
    if (error instanceof ProviderError && error.mayBeBilled) {
      throw new ProviderError(
        `${error.message} Whether the batch of ${items.length} requests was made is not known${vendor.find ? ": the same command finds out, and goes on" : `, and ${vendor.title} cannot be asked: look at its list of batches; the same command asks these requests again`}.`,
        error,
      );
    }
    // An error that is not the vendor's says nothing of what was made, unless it ended a pause.
    if (error instanceof ProviderError || error === signal?.reason) ledger.read(label, []);
    if (!isUnknownPath(error)) throw error;
    throw new ProviderError(
      `${vendor.title} takes no batches at this address (${error.status}): leave out --batch, or check --base-url.`,
      { kind: "request", retryable: false, status: error.status as number },
    );
  }
}
