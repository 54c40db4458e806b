import { existsSync } from "node:fs";
import { requestOf } from "@promptnce/core";
import type { Method, Question } from "@promptnce/core";
import {
  knownLeftOut,
  readJournal,
  requestKey,
  runTally,
  tokenCounter,
} from "@promptnce/providers";
import type { Asking } from "@promptnce/providers";
import { type ModelEstimate, type ModelOptions, priceFor } from "@promptnce/providers/choose";
import { queriesOf } from "./answer-unit.ts";
import { fingerprintTable, type FingerprintTable } from "./fingerprint-table.ts";
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
  const stored = readStored(model.store, { provider: name, model: id, settings });
  const { rpm, tpm } = model;
  const tally = runTally({
    tokens: await tokenCounter(name, id),
    price: await priceFor(model, respondent.provider),
    limits: { ...(rpm !== undefined && { rpm }), ...(tpm !== undefined && { tpm }) },
  });
  const planned = fingerprintTable();
  const add = (question: Question): void => {
    const request = requestOf(task.findTemplate(question), question);
    const key = requestKey({ provider: name, model: id, settings: stored.settings, ...request });
    if (planned.add(short(key), 1) > 1) return;
    const expectedOutputTokens = expectedOutput(question);
    const known = stored.keys.get(short(key)) !== undefined;
    tally.add({ prompt: request.prompt, expectedOutputTokens, stored: known });
  };
  for await (const batch of units) {
    for (const { trials } of batch) {
      for (const trial of trials) {
        for (const query of methods.flatMap((method) => queriesOf(method, trial))) {
          add({ ...query, task: task.name, sample: 0 } as Question);
        }
      }
    }
  }
  return { name, model: id, estimate: tally.estimate() };
}

/** A short JSON object: a number with a note, or a line a candidate. */
function expectedOutput(question: Question): number {
  return question.kind === "closed" || question.kind === "open"
    ? 15 + 10 * question.candidates.length
    : 40;
}

/** Without the lock: one may look while another run writes. Settings come back as they are sent. */
function readStored(
  store: string,
  asking: Asking,
): { readonly keys: FingerprintTable; readonly settings: Asking["settings"] } {
  const keys = fingerprintTable();
  const leftOut = knownLeftOut();
  if (existsSync(store)) {
    for (const record of readJournal(store, () => {})) {
      keys.add(short(record.key), 1);
      leftOut.note(record);
    }
  }
  const without = new Set(leftOut.names(asking));
  const sent = Object.entries(asking.settings).filter(([setting]) => !without.has(setting));
  return { keys, settings: Object.fromEntries(sent) };
}

function short(key: string): string {
  return key.slice(0, 16);
}
