import { batchEventText } from "../batch/batch-event-text.ts";
import type { BatchLedger } from "../batch/batch-ledger.ts";
import type { BatchBudget } from "../batch/batch-run.ts";
import type { BatchVendor } from "../batch-contract/batch-vendor.ts";
import type { BatchAsks } from "../batch/batch-work.ts";
import type { Journal } from "../journal/journal.ts";
import type { ModelChoice } from "./model-choice.ts";
import type { ModelOptions } from "./model-provider.ts";
import { priceFor } from "../cost/price-for.ts";
import { spentOn } from "../cost/spent.ts";
import { vendorBatches } from "./vendor-batches.ts";

/** All that is to be asked of one model. */
export interface ModelAsks {
  readonly choice: ModelChoice;
  readonly asks: BatchAsks;
}

export interface AskInBatchesOptions {
  readonly model: ModelOptions;
  /** The journal at `model.store`, open for writing. */
  readonly journal: Journal;
  /** Told what happens, as lines for people. */
  readonly say: (line: string) => void;
  /** Aborting submits nothing more and stops waiting; the batches go on at their vendors. */
  readonly signal: AbortSignal;
}

/**
 * Has the vendors' batches answer what the journal lacks, of all models at the same time. What they
 * cannot answer, a text to be scored, is left for single calls.
 *
 * @throws What ends one model's batches, or the signal's reason. Batches under way go on at their
 *   vendors and are waited for by the next call over the same store.
 */
export async function askInBatches(
  models: readonly ModelAsks[],
  { model: options, journal, say, signal }: AskInBatchesOptions,
): Promise<void> {
  const { openBatchLedger } = await import("../batch/batches.ts");
  const ledger = openBatchLedger(options.store);
  for (const { line, reason } of ledger.damage) {
    say(`${ledger.path}, line ${line}: ${reason}; what was noted there may be asked again`);
  }
  const failing = new AbortController();
  const stopped = AbortSignal.any([signal, failing.signal]);
  const all = models.map(async (model) => {
    try {
      await askModel(model, { options, journal, ledger, say, stopped });
    } catch (error) {
      failing.abort(error);
      throw error;
    }
  });
  await Promise.allSettled(all);
  if (!stopped.aborted) return;
  const open = ledger.open().filter(({ id }) => id !== undefined).length;
  if (open > 0) {
    say(
      `\nBatches that go on at the vendor: ${open}. The same command, with --batch, waits for them and submits none of their requests again.`,
    );
  }
  throw signal.aborted ? signal.reason : failing.signal.reason;
}

async function askModel(
  { choice, asks }: ModelAsks,
  run: {
    readonly options: ModelOptions;
    readonly journal: Journal;
    readonly ledger: BatchLedger;
    readonly say: (line: string) => void;
    readonly stopped: AbortSignal;
  },
): Promise<void> {
  const { submitAndWait } = await import("../batch/batches.ts");
  const { options, journal, ledger, say, stopped } = run;
  const vendor = await vendorBatches(options, choice);
  const budget = await budgetOf(options, vendor);
  let last = "";
  await submitAndWait(asks, {
    vendor,
    store: journal,
    ledger,
    signal: stopped,
    ...(budget && { budget }),
    onEvent: (event) => {
      const text = batchEventText(event, vendor.title);
      if (text !== last) say(text);
      last = text;
    },
  });
}

/** The budget, where there is one; that its price is known `modelProvider` has made sure of. */
async function budgetOf(options: ModelOptions, vendor: BatchVendor): Promise<BatchBudget | undefined> {
  const { budget: limit, store } = options;
  if (limit === undefined) return undefined;
  const price = await priceFor(options, vendor);
  return price && { limit, price, spent: spentOn(vendor, price, store) };
}
