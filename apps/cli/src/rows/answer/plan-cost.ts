import { requestOf } from "@promptnce/core";
import type { Method } from "@promptnce/core";
import { requestKeys, runTally, tokenCounter } from "@promptnce/providers";
import {
  expectedOutputTokens,
  type ModelEstimate,
  type ModelOptions,
  priceFor,
  storedReplies,
} from "@promptnce/providers/choose";
import { fingerprintTable } from "../survey/fingerprint-table.ts";
import { questionsOf } from "./questions-of.ts";
import type { Respondent } from "../survey/respondent.ts";
import type { TaskSetup } from "../survey/task-setup.ts";
import type { Unit } from "../survey/unit.ts";

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
  const keyOf = requestKeys({ provider: name, model: id, settings: sent });
  const planned = fingerprintTable();
  for await (const question of questionsOf(units, { methods, task })) {
    const request = requestOf(task.findTemplate(question), question);
    const key = keyOf(request);
    if (planned.add(short(key), 1) > 1) continue;
    tally.add({
      prompt: request.prompt,
      expectedOutputTokens: expectedOutputTokens(question),
      stored: stored.get(short(key)) !== undefined,
    });
  }
  return { name, model: id, estimate: tally.estimate() };
}

function short(key: string): string {
  return key.slice(0, 16);
}
