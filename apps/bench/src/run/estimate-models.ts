import type { Question } from "@promptnce/core";
import { estimateRun, keyOfQuestion, tokenCounter } from "@promptnce/providers";
import type { PlannedQuestion } from "@promptnce/providers";
import {
  expectedOutputTokens,
  type ModelEstimate,
  priceFor,
  type StoredReplies,
  storedReplies,
} from "@promptnce/providers/choose";
import type { Batch } from "./ask.ts";
import type { Config } from "../study/config.ts";

/** Of each model that is asked anything, what a planned run will take. */
export function estimateModels(batches: readonly (readonly Batch[])[], config: Config): Promise<ModelEstimate[]> {
  const stored = readStored(config.store);
  const asked = batches.filter((own) => own.length > 0);
  return Promise.all(asked.map((own) => estimateModel(own, config, stored)));
}

async function estimateModel(batches: readonly Batch[], config: Config, stored: Stored): Promise<ModelEstimate> {
  const [{ provider }] = batches as [Batch];
  const { name, model } = provider;
  const { rpm, tpm } = config;
  const estimate = estimateRun({
    questions: batches.flatMap((batch) => batch.questions.map((question) => planned(question, batch, stored))),
    tokens: await tokenCounter(name, model),
    price: await priceFor(config, provider),
    limits: { ...(rpm !== undefined && { rpm }), ...(tpm !== undefined && { tpm }) },
  });
  return { name, model, estimate };
}

function planned(question: Question, { provider, findTemplate }: Batch, stored: Stored): PlannedQuestion {
  const { name, model, settings } = provider;
  const sent = stored.sent({ provider: name, model, settings });
  const key = keyOfQuestion(question, { provider: { name, model, settings: sent }, findTemplate });
  return {
    prompt: findTemplate(question).render(question),
    expectedOutputTokens: expectedOutputTokens(question),
    stored: stored.keys.has(key),
  };
}

interface Stored extends Pick<StoredReplies, "sent"> {
  readonly keys: ReadonlySet<string>;
}

function readStored(store: string): Stored {
  const keys = new Set<string>();
  return { keys, sent: storedReplies(store, (key) => keys.add(key)).sent };
}
