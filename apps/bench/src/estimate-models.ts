import { existsSync } from "node:fs";
import type { Provider, Question } from "@promptnce/core";
import { estimateRun, knownLeftOut, readJournal, tokenCounter } from "@promptnce/providers";
import type { KnownLeftOut, PlannedQuestion } from "@promptnce/providers";
import { type ModelEstimate, priceFor } from "@promptnce/providers/choose";
import { keyOf } from "./ask.ts";
import type { Batch } from "./ask.ts";
import type { Config } from "./config.ts";

/** Of each model, what a planned run will take. */
export function estimateModels(
  batches: readonly (readonly Batch[])[],
  config: Config,
): Promise<ModelEstimate[]> {
  const stored = readStored(config.store);
  return Promise.all(batches.map((own) => estimateModel(own, config, stored)));
}

async function estimateModel(
  batches: readonly Batch[],
  config: Config,
  stored: Stored,
): Promise<ModelEstimate> {
  const [{ provider }] = batches as [Batch];
  const { name, model } = provider;
  const { rpm, tpm } = config;
  const estimate = estimateRun({
    questions: batches.flatMap((batch) =>
      batch.questions.map((question) => planned(question, batch, stored)),
    ),
    tokens: await tokenCounter(name, model),
    price: await priceFor(config, provider),
    limits: { ...(rpm !== undefined && { rpm }), ...(tpm !== undefined && { tpm }) },
  });
  return { name, model, estimate };
}

function planned(
  question: Question,
  { provider, findTemplate }: Batch,
  { keys, leftOut }: Stored,
): PlannedQuestion {
  return {
    prompt: findTemplate(question).render(question),
    expectedOutputTokens: expectedOutput(question),
    stored: keys.has(keyOf(question, { provider: asSent(provider, leftOut), findTemplate })),
  };
}

/** A short JSON object: a number with a note, or a line a candidate. */
function expectedOutput(question: Question): number {
  return question.kind === "closed" || question.kind === "open"
    ? 15 + 10 * question.candidates.length
    : 40;
}

/** The provider with the settings that a run would send, by what the store knows. */
function asSent(provider: Provider, leftOut: KnownLeftOut) {
  const { name, model, settings } = provider;
  const without = new Set(leftOut.names({ provider: name, model, settings }));
  const sent = Object.entries(settings).filter(([setting]) => !without.has(setting));
  return { name, model, settings: Object.fromEntries(sent) };
}

interface Stored {
  readonly keys: ReadonlySet<string>;
  readonly leftOut: KnownLeftOut;
}

/** Without the lock: a dry run may look while another run writes. */
function readStored(store: string): Stored {
  const keys = new Set<string>();
  const leftOut = knownLeftOut();
  if (!existsSync(store)) return { keys, leftOut };
  for (const record of readJournal(store, () => {})) {
    keys.add(record.key);
    leftOut.note(record);
  }
  return { keys, leftOut };
}
