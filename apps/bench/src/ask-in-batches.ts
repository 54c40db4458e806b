import { readReply, requestOf } from "@promptnce/core";
import type { Journal } from "@promptnce/providers";
import type { BatchAsk, BatchLedger } from "@promptnce/providers/batches";
import type { Batch } from "./ask.ts";
import { batchEventText } from "./batch-event-text.ts";
import { batchVendor } from "./batch-vendor.ts";
import type { Config } from "./config.ts";
import { priceFor, spentOn } from "@promptnce/providers/choose";
import type { ModelChoice } from "@promptnce/providers/choose";

interface Io {
  readonly stderr: NodeJS.WritableStream;
  readonly signal: AbortSignal;
}

/**
 * Has the vendors' batches answer what the journal lacks, of all models at the same time. What they
 * cannot answer, a text to be scored, is left for single calls.
 *
 * @param questions Of each model, in the order of the config's models.
 * @throws What ends one model's batches; the others go on at their vendors and are waited for by the
 *   next run.
 */
export async function askInBatches(
  questions: readonly (readonly Batch[])[],
  journal: Journal,
  config: Config,
  { stderr, signal }: Io,
): Promise<void> {
  const { openBatchLedger } = await import("@promptnce/providers/batches");
  const ledger = openBatchLedger(config.store);
  for (const { line, reason } of ledger.damage) {
    stderr.write(`${ledger.path}, line ${line}: ${reason}; what was noted there may be asked again\n`); // prettier-ignore
  }
  const failing = new AbortController();
  const stopped = AbortSignal.any([signal, failing.signal]);
  const all = config.models.map(async (choice, i) => {
    try {
      await askModel(questions[i] ?? [], choice, { journal, ledger, config, stderr, stopped });
    } catch (error) {
      failing.abort(error);
      throw error;
    }
  });
  await Promise.allSettled(all);
  if (!stopped.aborted) return;
  const open = ledger.open().filter(({ id }) => id !== undefined).length;
  if (open > 0) {
    stderr.write(`\nBatches that go on at the vendor: ${open}. The same command, with --batch, waits for them and submits none of their requests again.\n`); // prettier-ignore
  }
  throw signal.aborted ? signal.reason : failing.signal.reason;
}

async function askModel(
  batches: readonly Batch[],
  choice: ModelChoice,
  run: {
    readonly journal: Journal;
    readonly ledger: BatchLedger;
    readonly config: Config;
    readonly stderr: NodeJS.WritableStream;
    readonly stopped: AbortSignal;
  },
): Promise<void> {
  const { submitAndWait } = await import("@promptnce/providers/batches");
  const { journal, ledger, config, stderr, stopped } = run;
  const vendor = await batchVendor(config, choice);
  const price = config.budget === undefined ? undefined : await priceFor(config, vendor);
  let last = "";
  await submitAndWait(batches.flatMap(asksOf), {
    vendor,
    store: journal,
    ledger,
    signal: stopped,
    ...(config.budget !== undefined &&
      price && {
        budget: { limit: config.budget, price, spent: spentOn(vendor, price, config.store) },
      }),
    onEvent: (event) => {
      const text = batchEventText(event, vendor.title);
      if (text !== last) stderr.write(`${text}\n`);
      last = text;
    },
  });
}

function asksOf({ questions, findTemplate }: Batch): BatchAsk[] {
  return questions.map((question) => {
    const template = findTemplate(question);
    const readable: BatchAsk["readable"] = (reply) => readReply(template, question, reply).ok;
    return { request: requestOf(template, question), readable };
  });
}
