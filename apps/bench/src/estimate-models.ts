import { existsSync } from "node:fs";
import type { Question } from "@promptnce/core";
import { findTemplate } from "@promptnce/prompts";
import { estimateRun, readJournal, tokenCounter } from "@promptnce/providers";
import type { PlannedQuestion, RunEstimate } from "@promptnce/providers";
import { keyOf } from "./ask.ts";
import type { Batch } from "./ask.ts";
import type { Config } from "./config.ts";
import { priceFor } from "./respondent.ts";

/** What is still to be asked of one model, and what that will take. */
export interface ModelEstimate {
  readonly name: string;
  readonly model: string;
  readonly estimate: RunEstimate;
}

/** Of each model, what a planned run will take. */
export function estimateModels(
  batches: readonly (readonly Batch[])[],
  config: Config,
): Promise<ModelEstimate[]> {
  const stored = storedKeys(config.store);
  return Promise.all(batches.map((own) => estimateModel(own, config, stored)));
}

async function estimateModel(
  batches: readonly Batch[],
  config: Config,
  stored: ReadonlySet<string>,
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
  { provider }: Batch,
  stored: ReadonlySet<string>,
): PlannedQuestion {
  return {
    prompt: findTemplate(question).render(question),
    expectedOutputTokens: expectedOutput(question),
    stored: stored.has(keyOf(question, provider)),
  };
}

/** A short JSON object: a number with a note, or a line a candidate. */
function expectedOutput(question: Question): number {
  return question.kind === "closed" || question.kind === "open"
    ? 15 + 10 * question.candidates.length
    : 40;
}

/** Without the lock: a dry run may look while another run writes. */
function storedKeys(store: string): Set<string> {
  if (!existsSync(store)) return new Set();
  const keys = new Set<string>();
  for (const { key } of readJournal(store, () => {})) keys.add(key);
  return keys;
}
