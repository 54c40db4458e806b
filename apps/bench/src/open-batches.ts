import { openBatchLedger } from "@promptnce/providers";

/**
 * How many requests of the store are under way in batches: what a run without them asks of those is
 * paid for twice.
 */
export function openBatches(store: string): number {
  const open = openBatchLedger(store).open();
  return open.reduce((sum, { requests }) => sum + requests.size, 0);
}
