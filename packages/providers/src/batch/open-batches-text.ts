import { openBatchLedger } from "./batch-ledger.ts";

/**
 * What a run without batches has to say, as a line for people: what it asks of the requests of the
 * store that are under way in batches is paid for twice. Nothing where none are.
 *
 * @throws JournalError where the ledger cannot be read.
 */
export function openBatchesText(store: string): string | undefined {
  const open = openBatchLedger(store).open();
  const requests = open.reduce((sum, batch) => sum + batch.requests.size, 0);
  if (requests === 0) return undefined;
  return `Requests of this store under way in batches: ${requests}. Without --batch those that are needed are asked once more.`;
}
