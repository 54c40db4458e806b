import type { OpenBatch } from "../journal/batch-ledger.ts";
import { pay } from "./batch-money.ts";
import type { BatchRun } from "./batch-run.ts";
import type { BatchWork } from "./batch-work.ts";
import type { Sent } from "../call/dropped-parameters.ts";
import { ProviderError } from "../errors/errors.ts";
import { entryOf } from "../store/cached.ts";

/** What came of a batch besides replies: why each request that has none has none, by key. */
export type Problems = Map<string, ProviderError>;

/**
 * Reads the results of a batch that has ended into the store, each as it arrives, and takes what is
 * answered out of the work. Results that no one here asked for stay in the ledger for a run that
 * does. To be interrupted anywhere costs nothing: what is stored is passed over the next time.
 */
export async function readBatch(
  batch: OpenBatch & { readonly id: string },
  { planned, missing }: BatchWork,
  sent: Sent,
  run: BatchRun,
): Promise<Problems> {
  const { vendor, store, ledger, signal } = run;
  const problems: Problems = new Map();
  for await (const { customId: key, outcome } of vendor.results(batch.id, signal)) {
    const asked = batch.requests.has(key) ? missing.get(key) : undefined;
    if (asked === undefined) continue;
    if (outcome instanceof ProviderError) {
      problems.set(key, outcome);
      continue;
    }
    const reply = { ...outcome, batch: true };
    await store.append({ key, ...entryOf(vendor, sent, asked.request, reply), attempt: asked.attempt || undefined });
    pay(reply, asked.request, run);
    missing.delete(key);
  }
  const left: string[] = [];
  for (const key of batch.requests.keys()) {
    if (missing.has(key) && !problems.has(key)) problems.set(key, unmentioned(vendor.title));
    if (!planned.has(key) && (await store.get(key)) === undefined) left.push(key);
  }
  ledger.read(batch.label, left);
  return problems;
}

function unmentioned(title: string): ProviderError {
  return new ProviderError(`${title} gave no result for a request of a batch.`, {
    kind: "response",
    retryable: true,
  });
}
