import type { BatchLedger } from "../journal/batch-ledger.ts";

/**
 * What a run without batches has to say, as a line for people: what it asks of the requests of the
 * store that are under way in batches is paid for twice. Nothing where none are.
 */
export function openBatchesText(ledger: Pick<BatchLedger, "open">): string | undefined {
  const requests = ledger.open().reduce((sum, batch) => sum + batch.requests.size, 0);
  if (requests === 0) return undefined;
  return `Requests of this store under way in batches: ${requests}. Without --batch those that are needed are asked once more.`;
}
