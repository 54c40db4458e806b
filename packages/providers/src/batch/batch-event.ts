/** What happens while batches are submitted and waited for. */
export type BatchEvent =
  /** A batch was submitted. */
  | { readonly kind: "submitted"; readonly id: string; readonly requests: number }
  /** One that was submitted by an earlier run is waited for. */
  | { readonly kind: "resumed"; readonly id: string; readonly requests: number }
  /** A submission was cut and its batch is looked for; each of so many `underWay` may be it and is waited for. */
  | { readonly kind: "looking"; readonly requests: number; readonly underWay: number; readonly until: Date }
  /** It was not found, and is submitted again as somebody wanted. */
  | { readonly kind: "lost"; readonly requests: number }
  /** How the batches under way stand, by the vendor's own counts. */
  | { readonly kind: "waiting"; readonly batches: number; readonly done: number; readonly requests: number }
  /** So many requests errored or expired and are asked again, for this reason among others. */
  | { readonly kind: "again"; readonly requests: number; readonly why: string }
  /** Of so many requests only these fit into the budget at once. */
  | { readonly kind: "part"; readonly requests: number; readonly of: number };

/** What happens to a vendor's batches, as a line for people. */
export function batchEventText(event: BatchEvent, title: string): string {
  switch (event.kind) {
    case "submitted":
      return `${title}: ${requestsText(event.requests)} submitted as the batch ${event.id}`;
    case "resumed":
      return `${title}: the batch ${event.id} of an earlier run, ${requestsText(event.requests)}, is under way`;
    case "lost":
      return `${title}: submitting again ${requestsText(event.requests)} whose batch was not found`;
    case "looking": {
      const where = event.underWay === 0 ? "in the list there" : `among ${event.underWay} under way, once they end`;
      const until = event.until.toISOString().slice(0, 16).replace("T", " ");
      return `${title}: the submission of ${requestsText(event.requests)} was cut; looking for their batch ${where}, until ${until} UTC at most`;
    }
    case "waiting":
      return `${title}: ${event.done} of ${requestsText(event.requests)} done, batches under way: ${event.batches}`;
    case "again":
      return `${title}: ${requestsText(event.requests)} to be asked again (${event.why})`;
    case "part":
      return `${title}: only ${event.requests} of ${requestsText(event.of)} fit into the budget at once, if every reply were of full length; a limit on it, --max-tokens, makes more fit`;
  }
}

/** `1 request`, `2 requests`. */
export function requestsText(count: number): string {
  return `${count} ${count === 1 ? "request" : "requests"}`;
}
