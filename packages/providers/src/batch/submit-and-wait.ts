import { droppedParameters } from "../call/dropped-parameters.ts";
import { ProviderError } from "../errors/errors.ts";
import type { OpenBatch } from "../journal/batch-ledger.ts";
import { requestsText } from "./batch-event.ts";
import { affordable } from "./batch-money.ts";
import { type BatchRun, batchRun, type SubmitAndWaitOptions } from "./batch-run.ts";
import { type BatchAsks, batchRound, type BatchRound, type Missing } from "./batch-round.ts";
import { findBatch } from "./find-batch.ts";
import { submitBatches } from "./submit-batches.ts";
import { type Submitted, waitForBatches } from "./wait-for-batches.ts";

/**
 * Has a vendor's batches answer what the store lacks, until it lacks nothing. Afterwards
 * `cached(provider, store)` answers the same requests without a call, and what it answers is what
 * single calls would have left: keys, bodies and records are theirs, but for `batch: true`.
 *
 * Requests that an earlier run has under way are not submitted again but waited for. One that
 * errored or expired goes into a further batch, and so does one whose reply cannot be read. A
 * setting that the model rejects by name is left out, as by `cached`.
 *
 * @throws ProviderError where a request is rejected for good, or errored or expired too often: after
 *   all other replies that are under way have been stored.
 * @throws BudgetError before the budget is passed.
 * @throws The signal's reason where it is aborted; the batches go on at the vendor.
 */
export async function submitAndWait(asks: BatchAsks, options: SubmitAndWaitOptions): Promise<void> {
  const run = await batchRun(options);
  const { vendor, store, ledger, signal } = run;
  const known = [...(store.leftOut?.(vendor) ?? []), ...ledger.leftOut(vendor)];
  const settings = droppedParameters(vendor.settings, known, run.onLeftOut);
  await findLostBatches(run);
  const failures = new Map<string, number>();
  for (let first = true; ; first = false) {
    signal?.throwIfAborted();
    const sent = settings.now;
    const round = await batchRound(asks, sent, run);
    if (round.missing.size === 0) return;
    const before = underWay(round, run);
    if (first) for (const { id, requests } of before) run.onEvent?.({ kind: "resumed", id, requests: requests.size });
    const inBatch = ({ key, attempt }: Missing): boolean =>
      before.some(({ requests }) => (requests.get(key) ?? -1) >= attempt);
    const missing = [...round.missing.values()];
    const fresh = missing.filter((one) => !inBatch(one));
    const again = fresh.filter(({ key }) => (failures.get(key) ?? 0) < run.rounds);
    await submitBatches(affordable(again, missing.filter(inBatch), run), sent, run);
    const open = underWay(round, run);
    if (open.length === 0) throw givenUp(fresh.length, run);
    const wanted = round.missing.size;
    await waitForBatches(open, round, run);
    if (round.missing.size < wanted || wanted < round.planned.size) settings.fix();
    const rest = new Map([...round.problems].filter(([, error]) => !settings.learn(error, sent)));
    throwRejected([...rest.values()], run);
    for (const key of rest.keys()) failures.set(key, (failures.get(key) ?? 0) + 1);
  }
}

/** The batches at the vendor that will answer something of the round. */
function underWay({ missing }: BatchRound, run: BatchRun): Submitted[] {
  return ownBatches(run).filter(
    (batch): batch is Submitted =>
      batch.id !== undefined &&
      [...batch.requests].some(([key, attempt]) => attempt >= (missing.get(key)?.attempt ?? Infinity)),
  );
}

/** The batches of the model whose results were not all read. */
function ownBatches({ vendor, ledger }: BatchRun): OpenBatch[] {
  return ledger.open().filter(({ provider, model }) => provider === vendor.name && model === vendor.model);
}

/** Throws where a request was rejected for good; says of the rest that it is asked again. */
function throwRejected(errors: readonly ProviderError[], { onEvent }: BatchRun): void {
  const final = errors.filter(({ retryable }) => !retryable);
  const [worst] = final;
  if (worst !== undefined) {
    throw new ProviderError(
      `${worst.message} (${requestsText(final.length)} of a batch; the replies to the others are stored.)`,
      worst,
    );
  }
  const [some] = errors;
  if (some !== undefined) onEvent?.({ kind: "again", requests: errors.length, why: some.message });
}

function givenUp(requests: number, { vendor, rounds }: BatchRun): ProviderError {
  return new ProviderError(
    `${requestsText(requests)} errored or expired in ${rounds} batches of ${vendor.title}'s; the replies to the others are stored: run the same command again, or leave out --batch to ask the rest one by one.`,
    { kind: "server", retryable: true },
  );
}

/** Looks for batches of an earlier run that was stopped between telling the vendor and noting the id. */
async function findLostBatches(run: BatchRun): Promise<void> {
  for (const batch of ownBatches(run)) {
    if (batch.id !== undefined) continue;
    const found = await findBatch(batch, "An earlier run was stopped while it submitted a batch.", run);
    if (found === undefined) run.ledger.read(batch.label, []);
    else run.ledger.submitted(batch.label, found);
  }
}
