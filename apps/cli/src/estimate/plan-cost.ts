import { requestOf } from "@promptnce/core";
import type { Method, Question } from "@promptnce/core";
import { requestKey, runTally, tokenCounter } from "@promptnce/providers";
import {
  expectedOutputTokens,
  type ModelEstimate,
  type ModelOptions,
  priceFor,
  storedReplies,
} from "@promptnce/providers/choose";
import { queriesOf } from "./answer-unit.ts";
import { questionOf } from "./asker.ts";
import { fingerprintTable } from "./fingerprint-table.ts";
import type { Respondent } from "./respondent.ts";
import type { TaskSetup } from "./task-setup.ts";
import type { Unit } from "./unit.ts";

interface PlanOptions {
  readonly methods: readonly Method[];
  readonly task: TaskSetup;
  readonly respondent: Respondent;
  readonly model: ModelOptions;
}

/** What a run would ask and cost: every question is rendered, each counted once, and nothing is sent. */
export async function planCost(
  units: AsyncIterable<readonly Unit[]>,
  { methods, task, respondent, model }: PlanOptions,
): Promise<ModelEstimate> {
  const { name, model: id, settings } = respondent.provider;
  const stored = fingerprintTable();
  const onKey = (key: string): void => void stored.add(short(key), 1);
  const sent = storedReplies(model.store, onKey).sent({ provider: name, model: id, settings });
  const { rpm, tpm } = model;
  const tally = runTally({
    tokens: await tokenCounter(name, id),
    price: await priceFor(model, respondent.provider),
    limits: { ...(rpm !== undefined && { rpm }), ...(tpm !== undefined && { tpm }) },
  });
  const planned = fingerprintTable();
  const add = (question: Question): void => {
    const request = requestOf(task.findTemplate(question), question);
    const key = requestKey({ provider: name, model: id, settings: sent, ...request });
    if (planned.add(short(key), 1) > 1) return;
    tally.add({
      prompt: request.prompt,
      expectedOutputTokens: expectedOutputTokens(question),
      stored: stored.get(short(key)) !== undefined,
    });
  };
  for await (const batch of units) {
    for (const { trials } of batch) {
      for (const trial of trials) {
        for (const query of methods.flatMap((method) => queriesOf(method, trial))) {
          add(questionOf(task.name, query));
        }
      }
    }
  }
  // Batches are bench's alone.
  const { batchCost: _, ...estimate } = tally.estimate();
  return { name, model: id, estimate };
}

function short(key: string): string {
  return key.slice(0, 16);
}
