import type { BatchEvent } from "./batch-run.ts";

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
