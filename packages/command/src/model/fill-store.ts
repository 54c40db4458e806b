import type { Inquiries } from "@promptnce/engine";
import { openBatchLedger, type Journal } from "@promptnce/engine/journal";
import type { OpenedStore } from "../store/open-store.ts";
import {
  budgetOf,
  type ModelChoice,
  modelOf,
  type ModelOptions,
  modelProvider,
} from "./model-provider.ts";
import { type Person, UnconfirmedError } from "@promptnce/engine/run";
import { asFlag } from "../errors/as-flag.ts";
import { loadPostgres } from "../store/load-postgres.ts";
import { workerCommand } from "./worker-command.ts";
import { vendorNamed } from "@promptnce/providers/vendors";

/** All requests for one model. */
export interface ModelAsks {
  readonly choice: ModelChoice;
  readonly asks: Inquiries;
}

export interface FillOptions {
  readonly batch?: boolean | undefined;
  readonly workers?: boolean | undefined;
  /** Whether to resubmit requests whose batch was cancelled, or may exist but was not found. */
  readonly resubmitLost?: boolean | undefined;
  readonly retryFailed?: boolean | undefined;
  readonly maxFailures?: number | undefined;
  readonly model: ModelOptions;
  /** The person, if any, who decides about requests whose batch may exist but was not found. */
  readonly person?: Person | undefined;
  readonly store: OpenedStore;
  /** Receives progress as lines for people. */
  readonly say: (line: string) => void;
  /** Once aborted, nothing more is submitted or waited for; batches continue at their vendors. */
  readonly signal: AbortSignal;
}

/**
 * Fills the store before a run, where the options ask for it, so that the run finds every reply: by
 * workers with `--workers`, by the vendors' batches with `--batch`, for all models at once. Texts
 * to be scored, which batches cannot answer, are left to single calls.
 *
 * @returns The number of requests that had no outcome in the store before.
 * @throws The error that ends one model's workers or batches, or the signal's reason. Batches under
 *   way continue at their vendors, and the next call with the same store waits for them.
 */
export async function fillStore(
  models: readonly ModelAsks[],
  options: FillOptions,
): Promise<number> {
  const { store, model, workers, retryFailed, signal, say } = options;
  if (!("database" in store)) return fillByBatches(models, store, options);
  if (!workers) return 0;
  const { workersExecutor } = await loadPostgres();
  const filled = models.map(async ({ choice, asks }) => {
    const provider = await modelProvider({ ...model, workers }, choice);
    const howToStart = `on any machine that has the key, ${workerCommand(store.database.address, choice, model)}`;
    const executor = workersExecutor({ store, provider, retryFailed, howToStart, signal, say });
    return executor.settle(asks);
  });
  await Promise.allSettled(filled);
  return (await Promise.all(filled)).reduce((sum, count) => sum + count, 0);
}

/**
 * Fills the store by batches. Without `batch`, it only reports the requests under way in batches of
 * an earlier run.
 */
async function fillByBatches(
  models: readonly ModelAsks[],
  journal: Journal,
  options: FillOptions,
): Promise<number> {
  const { batch, resubmitLost = false, maxFailures, model, person, say, signal } = options;
  const ledger = openBatchLedger(journal.path);
  if (!batch) {
    const requests = ledger.open().reduce((sum, open) => sum + open.requests.size, 0);
    if (requests > 0) {
      // Any of these requests sent now is paid for twice.
      say(
        `Requests of this store under way in batches: ${requests}. Without --batch, those that this run needs are asked again.`,
      );
    }
    return 0;
  }
  for (const { line, reason } of ledger.damage) {
    say(`${ledger.path}, line ${line}: ${reason}; what was noted there may be asked again`);
  }
  // Several models ask one after another, and not at all once the person has answered no.
  let agreed = Promise.resolve(true);
  const confirm = async (unknown: string) =>
    person?.confirm(unknown, "Submit them again?") ?? false;
  const askPerson = (unknown: string) => (agreed = agreed.then((yes) => yes && confirm(unknown)));
  const resubmit = resubmitLost ? async () => true : person && askPerson;
  const failing = new AbortController();
  const stopped = AbortSignal.any([signal, failing.signal]);
  const ask = async ({ choice, asks }: ModelAsks): Promise<number> => {
    const { batchExecutor } = await import("@promptnce/engine/batches");
    const { name, batch: batchesOf } = vendorNamed(choice.provider);
    if (batchesOf === undefined) throw new Error(`${name} has no batches.`);
    // The batches have the identity of `modelProvider`'s single calls.
    const vendor = await batchesOf(modelOf(model, choice));
    const given = {
      budget: await budgetOf(model, vendor),
      endures: maxFailures === 1,
      resubmit,
      writeOption: asFlag,
    };
    const place = { store: journal, ledger };
    return batchExecutor({ ...given, ...place, vendor, signal: stopped, say }).settle(asks);
  };
  const asked = models.map((one) => ask(one).catch((error: unknown) => failing.abort(error)));
  const counts = await Promise.all(asked);
  if (!stopped.aborted) return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  const open = ledger.open().filter(({ id }) => id !== undefined).length;
  // A batch that was cancelled stays noted until that is decided, and does not go on.
  const isAsking = models.length === 1 && failing.signal.reason instanceof UnconfirmedError;
  if (open > 0 && !isAsking) {
    say(
      `\nBatches that go on at the vendor: ${open}. The same command, with --batch, waits for them and submits none of their requests again.`,
    );
  }
  throw signal.aborted ? signal.reason : failing.signal.reason;
}
