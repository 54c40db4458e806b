import type { OpenBatch } from "../journal/batch-ledger.ts";
import { type BatchRun, pay, requestsText, retryBatchCall } from "./batch-run.ts";
import { goOnSmaller } from "./go-on-smaller.ts";
import { pauses } from "./pauses.ts";
import { type BatchStatus, isUnknownPath } from "@promptnce/providers/batches";
import type { OpenRequest } from "../attempt/executor.ts";
import type { BatchRound } from "./batch-round.ts";
import type { OneAttempt } from "../attempt/model-attempts.ts";
import {
  heldTo,
  type CurrentSettings,
  withSchemaAdvice,
  wrongRequest,
} from "@promptnce/providers/contract";
import { ProviderError } from "@promptnce/core/errors";
import { Interrupted, UnconfirmedError } from "../errors/engine-errors.ts";

/** A batch that the vendor has. */
export type SubmittedBatch = OpenBatch & { readonly id: string };

/**
 * Polls the batches, at growing intervals, until each has ended and its results are in the store. A
 * batch that the vendor rejected as a whole is forgotten, and its error thrown once the others have
 * ended; where it was too much at once, its requests are left to smaller batches.
 *
 * @throws The errors of {@link confirmCancelled}.
 */
export async function waitForBatches(
  batches: readonly SubmittedBatch[],
  round: BatchRound,
  run: BatchRun,
): Promise<void> {
  const requests = batches.reduce((sum, batch) => sum + batch.requests.size, 0);
  const done = new Map<string, number>();
  let failed: ProviderError | undefined;
  const cancelled: CancelledBatch[] = [];
  let waiting = [...batches];
  for (const ms of pauses()) {
    const still: SubmittedBatch[] = [];
    for (const batch of waiting) {
      const status = await statusOf(batch, run);
      done.set(batch.id, status.done);
      if (!status.ended) still.push(batch);
      else if (status.failed !== undefined) {
        run.ledger.read(batch.label, []);
        if (status.failed.queueFull)
          await goOnSmaller(status.failed, batch.requests.size, batches.length > 1, run);
        else failed ??= status.failed;
      } else {
        run.room.taken();
        const rest = await readEnded(batch, status, round, run);
        done.set(batch.id, batch.requests.size - rest.unanswered.length);
        if (rest.unanswered.length > 0) cancelled.push({ batch, ...rest });
      }
    }
    waiting = still;
    const sum = [...done.values()].reduce((total, count) => total + count, 0);
    run.say(`${sum} of ${requestsText(requests)} done, batches under way: ${waiting.length}`);
    if (waiting.length === 0) break;
    await run.wait(ms);
  }
  if (failed !== undefined) throw failed;
  for (const one of cancelled) {
    await confirmCancelled(one, run);
  }
}

/** A batch that someone ended at the vendor, and its requests without an answer. */
interface CancelledBatch extends RemainingKeys {
  readonly batch: SubmittedBatch;
}

/** The keys of a batch that has been read: those without an answer, and those read by nobody. */
interface RemainingKeys {
  readonly unanswered: readonly string[];
  /** The keys that no run has asked for yet. */
  readonly left: readonly string[];
}

/**
 * Lets the unanswered requests of a batch that someone cancelled be asked again, if that is agreed
 * to. Otherwise they stay noted, so that no later run submits them by itself either.
 *
 * @throws UnconfirmedError where nobody can be asked, Interrupted where a person says no.
 */
async function confirmCancelled(
  { batch: { id, label }, unanswered, left }: CancelledBatch,
  { vendor, ledger, resubmit }: BatchRun,
): Promise<void> {
  const what = `The batch ${id} was cancelled at ${vendor.title} before it had answered ${requestsText(unanswered.length)}. What it had answered is kept.`;
  if (resubmit === undefined) {
    throw new UnconfirmedError(
      (write) =>
        `${what} The rest is not submitted again unasked: give ${write("resubmit")} to do so.`,
    );
  }
  if (!(await resubmit(what))) throw new Interrupted("Nothing was submitted again.");
  ledger.read(label, left);
}

/** How long a vendor may not know a batch that it has just made, in ms. */
const JUST_MADE_MS = 10_000;

async function statusOf({ id, at }: SubmittedBatch, run: BatchRun): Promise<BatchStatus> {
  const { vendor, ledger, signal } = run;
  const mayPass = (error: ProviderError): boolean =>
    error.retryable || (isUnknownPath(error) && Date.now() - Date.parse(at) < JUST_MADE_MS);
  try {
    return await retryBatchCall(() => vendor.status(id, signal), run, mayPass);
  } catch (error) {
    if (!isUnknownPath(error)) throw error;
    throw wrongRequest(
      `${vendor.title} does not know the batch ${id} that ${ledger.path} has (${error.status}): use the key and the address that it was submitted with, or delete that file to have its requests asked again.`,
      error.status,
    );
  }
}

/** Reads an ended batch; one whose results cannot be had is kept, since they may be paid for. */
async function readEnded(
  batch: SubmittedBatch,
  status: BatchStatus,
  round: BatchRound,
  run: BatchRun,
): Promise<RemainingKeys> {
  try {
    return await retryBatchCall(() => readBatch(batch, status, round, run), run);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.retryable) throw error;
    throw new ProviderError(
      (write) =>
        `${error.messageFor(write)} (The batch ${batch.id} stays in ${run.ledger.path}, and the next run looks again; delete that file to have its requests asked, and charged for, once more.)`,
      error,
    );
  }
}

/**
 * Stores the results of an ended batch as they arrive. Answered requests leave the round; for the
 * others the problem is noted. Results that this run did not ask for stay in the ledger, as do the
 * unanswered requests of a batch that was cancelled. An interruption at any point loses nothing.
 */
async function readBatch(
  batch: SubmittedBatch,
  status: BatchStatus,
  round: BatchRound,
  run: BatchRun,
): Promise<RemainingKeys> {
  const { vendor, store, ledger, signal, attempts } = run;
  const { sent, planned, missing, problems } = round;
  // A result of an earlier attempt, read before, is no result of the one that is missing now.
  const askedIn = (key: string): OpenRequest | undefined => {
    const asked = missing.get(key);
    const attempt = batch.requests.get(key) ?? -1;
    return asked !== undefined && attempt >= asked.attempt ? asked : undefined;
  };
  // In the order in which they were submitted, which shows since when requests are refused.
  const begun = new Map<string, OneAttempt>();
  for (const key of batch.requests.keys()) {
    const asked = askedIn(key);
    if (asked === undefined) continue;
    begun.set(
      key,
      attempts.begin(asked, sent, (entry) => store.append(entry)),
    );
  }
  for await (const { customId: key, outcome } of vendor.results(batch.id, signal)) {
    const asked = askedIn(key);
    const made = begun.get(key);
    if (asked === undefined || made === undefined) continue;
    if (outcome instanceof ProviderError) {
      if (outcome.mayBeBilled && !problems.has(key)) {
        await made.charge(outcome, { batch: true });
        await pay({ batch: true }, asked, run);
      }
      problems.set(key, { error: refusedSchema(outcome, asked, sent), made });
      continue;
    }
    const unconstrained = run.ungrammatical.has(key) && { unconstrained: true };
    const reply = { ...outcome, batch: true, ...unconstrained };
    await made.settle({ reply });
    await pay(reply, asked, run);
    missing.delete(key);
  }
  const left: string[] = [];
  for (const key of batch.requests.keys()) {
    const made = begun.get(key);
    if (askedIn(key) !== undefined && made !== undefined && !problems.has(key)) {
      const sentence = `${vendor.title} gave no result for a request of a batch.`;
      const error = new ProviderError(sentence, { kind: "response", retryable: true });
      problems.set(key, { error, made });
    }
    if (!planned.has(key) && (await store.get(key)) === undefined) left.push(key);
  }
  const isUnanswered = (key: string): boolean =>
    askedIn(key) !== undefined && problems.get(key)?.error.retryable === true;
  const unanswered = status.cancelled ? [...batch.requests.keys()].filter(isUnanswered) : [];
  await settleCutOff(begun, problems);
  ledger.read(batch.label, [...left, ...unanswered]);
  return { unanswered, left };
}

/**
 * Stores that replies of a batch were cut off, which is an outcome as a reply is: once the batch is
 * noted as read, nothing else would tell a later run that they were bought.
 */
async function settleCutOff(
  begun: ReadonlyMap<string, OneAttempt>,
  problems: BatchRound["problems"],
): Promise<void> {
  for (const [key, { error, made }] of problems) {
    if (error.kind !== "cut" || begun.get(key) !== made) continue;
    await made.settle({ error });
    problems.delete(key);
  }
}

/** The error of a request, marked where its schema was refused, or the grammar that was sent. */
function refusedSchema(
  error: ProviderError,
  { request: { schema, grammar } }: OpenRequest,
  { settings }: CurrentSettings,
): ProviderError {
  const held = heldTo({ grammar }, settings) === undefined ? { schema } : { schema, grammar };
  return withSchemaAdvice(error, held) as ProviderError;
}
