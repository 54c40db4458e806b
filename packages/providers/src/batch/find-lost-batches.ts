import type { BatchRun } from "./batch-run.ts";
import { patient } from "./patient.ts";

/**
 * Looks for batches of an earlier run that was stopped between telling the vendor and noting the
 * id. Where the vendor keeps our label they are found; else they are forgotten, and what was in
 * them is asked again: it is then paid for twice if the batch was made.
 */
export async function findLostBatches(run: BatchRun): Promise<void> {
  const { vendor, ledger, signal, wait, onEvent } = run;
  for (const { label, id, provider, model, requests } of ledger.open()) {
    if (id !== undefined || provider !== vendor.name || model !== vendor.model) continue;
    const found = await patient(async () => vendor.find?.(label, signal), { wait });
    if (found !== undefined) {
      ledger.submitted(label, found);
    } else {
      ledger.read(label, []);
      onEvent?.({ kind: "lost", requests: requests.size });
    }
  }
}
