import { droppedParameters, isGrammarRefused } from "@promptnce/providers/contract";
import type { ProviderError } from "@promptnce/core/errors";
import { afterFailure, type Failures, NO_FAILURES } from "../attempt/after-failure.ts";
import type { OpenBatch } from "../journal/batch-ledger.ts";
import {
  affordable,
  type BatchRun,
  batchRun,
  type BatchOptions,
  free,
  requestsText,
} from "./batch-run.ts";
import { type Carrier, type Executor, inRounds, type OpenRequest } from "../attempt/executor.ts";
import { attemptsAt } from "../attempt/next.ts";
import type { BatchRound } from "./batch-round.ts";
import { findBatch } from "./find-batch.ts";
import { submitBatches } from "./submit-batches.ts";
import { type SubmittedBatch, waitForBatches } from "./wait-for-batches.ts";

/**
 * The executor whose requests are answered by a vendor's batches. The stored keys, bodies and
 * records are those of single calls, except for `batch: true`. Batches cannot score texts, so
 * continuations are left to single calls.
 *
 * It waits for batches that an earlier run left under way. A request that errored, expired or got
 * an invalid reply goes into another batch. A request is kept as failed if it was rejected for
 * good, or if it errored or expired too often while others were answered. A setting that the model
 * rejects by name is left out, as in `cached`.
 *
 * Its `settle` throws a ProviderError if a failure concerns more than single requests
 * ({@link finalFailures}), if a batch is refused as a whole, or if the vendor cannot be reached; an
 * UnconfirmedError or Interrupted if a batch is not found ({@link findBatch}); a BudgetError before
 * the budget would be exceeded; and the signal's reason. The vendor then continues its batches.
 *
 * @example
 * import { memoryStore } from "@promptnce/engine";
 * import { openBatchLedger } from "@promptnce/engine/journal";
 * const vendor = {
 *   ...{ name: "ours", model: "large", settings: {}, title: "Ours" },
 *   limits: { requests: 100, bytes: 1e6 },
 *   item: (id) => ({ id }),
 *   submit: async (items) => items[0].id,
 *   status: async () => ({ ended: true, done: 1 }),
 *   results: async function* (customId) {
 *     yield { customId, outcome: { text: "0.4", stop: "end" } };
 *   },
 * }; // or anthropicBatches, openaiBatches or compatibleBatches of @promptnce/providers/batches
 * const options = { vendor, store: memoryStore(), ledger: openBatchLedger("replies.jsonl") };
 * const request = { prompt: "Will it rain?", sample: 0 };
 * await batchExecutor(options).settle([{ request }]); // → 1
 */
export function batchExecutor(options: BatchOptions): Executor {
  const run = batchRun(options);
  const { vendor, store, ledger, signal } = run;
  const droppedNames = [...(store.leftOut?.(vendor) ?? []), ...ledger.leftOut(vendor)];
  const settings = droppedParameters(vendor.settings, droppedNames, run.onLeftOut);
  const failed = new Map<string, AttemptFailures>();
  const carry: Carrier["carry"] = async ({ number, planned, missing: groups }) => {
    const sent = settings.now;
    const all = (await Array.fromAsync(groups)).flat();
    const missing = new Map(all.map((one) => [one.key, one]));
    const round: BatchRound = { sent, planned, missing, problems: new Map() };
    const wanted = all.length;
    if (wanted === 0) return;
    await submitRound(round, number === 0, run);
    await waitForBatches(underWay(round, run), round, run);
    await free(run);
    if (round.missing.size < round.planned.size) settings.fix();
    for (const [key, { error }] of round.problems)
      if (settings.learn(error, sent)) round.problems.delete(key);
    leaveOutGrammars(round, run);
    await settleProblems(round, failed, { ...run, answered: round.missing.size < wanted });
  };
  return inRounds({
    store,
    attempts: attemptsAt({}),
    asked: () => {
      const { name: provider, model } = vendor;
      return { provider, model, settings: settings.now.settings };
    },
    takes: ({ request }) => request.continuation === undefined,
    signal,
    carry,
  });
}

/** Has requests whose grammar was refused asked again without, and says so. */
function leaveOutGrammars({ missing, problems }: BatchRound, run: BatchRun): void {
  let count = 0;
  for (const [key, { error }] of problems) {
    const request = missing.get(key)?.request;
    if (request === undefined || run.ungrammatical.has(key)) continue;
    if (!isGrammarRefused(error, request)) continue;
    run.ungrammatical.add(key);
    problems.delete(key);
    count++;
  }
  if (count > 0)
    run.say(`${requestsText(count)} to be asked again without a grammar, which was refused`);
}

/** Finds the batches of an earlier run again, and submits the requests that are in none. */
async function submitRound(round: BatchRound, isFirst: boolean, run: BatchRun): Promise<void> {
  for (const { id, label } of ownBatches(round, run)) {
    if (id === undefined)
      await findBatch(label, "An earlier run was stopped while it submitted a batch.", run);
  }
  const before = underWay(round, run);
  for (const { id, requests } of isFirst ? before : []) {
    run.say(`the batch ${id} of an earlier run, ${requestsText(requests.size)}, is under way`);
  }
  const inBatch = ({ key, attempt }: OpenRequest): boolean =>
    before.some(({ requests }) => (requests.get(key) ?? -1) >= attempt);
  const missing = [...round.missing.values()];
  const fresh = missing.filter((one) => !inBatch(one));
  const affordableNow = await affordable(fresh, missing.filter(inBatch), run);
  await submitBatches(affordableNow, round.sent, run, before.length);
}

/** The failures of an attempt at a request in the batches so far. */
interface AttemptFailures {
  readonly attempt: number;
  readonly failures: Failures;
  /** Whether other requests were answered in any of these batches. */
  readonly besideAnswered: boolean;
}

/** The submitted batches that will answer requests of the round. */
function underWay(round: BatchRound, run: BatchRun): SubmittedBatch[] {
  return ownBatches(round, run).filter((batch): batch is SubmittedBatch => batch.id !== undefined);
}

/**
 * The batches with requests of the round: submitted ones, and ones whose submission is uncertain.
 */
function ownBatches({ missing }: BatchRound, { vendor, ledger }: BatchRun): OpenBatch[] {
  return ledger.open().filter(({ provider, model, requests }) => {
    if (provider !== vendor.name || model !== vendor.model) return false;
    return [...requests].some(
      ([key, attempt]) => attempt >= (missing.get(key)?.attempt ?? Infinity),
    );
  });
}

/**
 * Keeps a request as failed if it was rejected for good, or errored or expired too often while
 * others were `answered`; reports the rest as to be retried.
 *
 * @throws ProviderError where the problem concerns more than single requests.
 */
async function settleProblems(
  round: BatchRound,
  failed: Map<string, AttemptFailures>,
  run: BatchRun & { readonly answered: boolean },
): Promise<void> {
  const again: ProviderError[] = [];
  for (const [key, { error, made }] of round.problems) {
    const { attempt } = round.missing.get(key) as OpenRequest;
    const earlier = failed.get(key);
    const before = earlier?.attempt === attempt ? earlier : undefined;
    const after = afterFailure(error, before?.failures ?? NO_FAILURES, run.rounds - 1);
    const between = before?.besideAnswered === true || run.answered;
    failed.set(key, { attempt, failures: after.failures, besideAnswered: between });
    if (after.again) again.push(error);
    else
      await made.settle(
        { error },
        { witnesses: { sinceSent: between, sentLater: between, between } },
      );
  }
  await run.attempts.settle();
  const [some] = again;
  if (some !== undefined)
    run.say(`${requestsText(again.length)} to be asked again (${some.message})`);
}
