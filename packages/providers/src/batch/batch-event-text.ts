import type { BatchEvent } from "./batch-run.ts";
import type { BatchLedger } from "../journal/batch-ledger.ts";

/** What happens to a vendor's batches, as a line for people. */
export function batchEventText(event: BatchEvent, title: string): string {
  switch (event.kind) {
    case "submitted":
      return `${title}: ${requests(event.requests)} submitted as the batch ${event.id}`;
    case "resumed":
      return `${title}: the batch ${event.id} of an earlier run, ${requests(event.requests)}, is under way`;
    case "lost":
      return `${title}: an earlier run was stopped while it submitted ${requests(event.requests)}; nobody knows whether that batch was made, so they are asked again`;
    case "waiting":
      return `${title}: ${event.done} of ${requests(event.requests)} done, batches under way: ${event.batches}`;
    case "again":
      return `${title}: ${requests(event.requests)} to be asked again (${event.why})`;
    case "part":
      return `${title}: only ${event.requests} of ${requests(event.of)} fit into the budget at once, if every reply were of full length; a limit on it, --max-tokens, makes more fit`;
  }
}

function requests(count: number): string {
  return `${count} ${count === 1 ? "request" : "requests"}`;
}

/**
 * What a run without batches has to say, as a line for people: what it asks of the requests of the
 * store that are under way in batches is paid for twice. Nothing where none are.
 */
export function openBatchesText(ledger: Pick<BatchLedger, "open">): string | undefined {
  const requests = ledger.open().reduce((sum, batch) => sum + batch.requests.size, 0);
  if (requests === 0) return undefined;
  return `Requests of this store under way in batches: ${requests}. Without --batch those that are needed are asked once more.`;
}
