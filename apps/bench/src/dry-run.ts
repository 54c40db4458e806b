import { existsSync } from "node:fs";
import type { Provider, Question } from "@promptnce/core";
import {
  estimateRun,
  knownLeftOut,
  priceOf,
  readJournal,
  tokenCounter,
} from "@promptnce/providers";
import type { KnownLeftOut, PlannedQuestion, RunEstimate } from "@promptnce/providers";
import { keyOf } from "./ask.ts";
import type { Batch } from "./ask.ts";
import type { Config } from "./config.ts";
import { planRun } from "./plan-run.ts";

/** What a run would ask and cost, as text for people. Nothing is sent. */
export async function dryRun(config: Config): Promise<string> {
  const { batches, left } = await planRun({ ...config, dryRun: true });
  const stored = readStored(config.store);
  const models = await Promise.all(batches.map((own) => estimateModel(own, config, stored)));
  const out = left.map(({ id, reason }) => `Left out: ${id}, since ${reason}.\n`);
  return `${models.join("\n")}${out.join("")}Nothing was sent.\n`;
}

async function estimateModel(
  batches: readonly Batch[],
  config: Config,
  stored: Stored,
): Promise<string> {
  const [{ provider }] = batches as [Batch];
  const { name, model } = provider;
  const { priceIn, priceOut, rpm, tpm } = config;
  const own = priceIn !== undefined && priceOut !== undefined ? { priceIn, priceOut } : {};
  const estimate = estimateRun({
    questions: batches.flatMap((batch) =>
      batch.questions.map((question) => planned(question, batch, stored)),
    ),
    tokens: await tokenCounter(name, model),
    price: await priceOf({ provider: name, model, ...own }),
    limits: { ...(rpm !== undefined && { rpm }), ...(tpm !== undefined && { tpm }) },
  });
  return `${model} (${name})\n${lines(estimate)
    .map((line) => `  ${line}\n`)
    .join("")}`;
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

function lines(estimate: RunEstimate): string[] {
  const { questions, stored, inputTokens, outputTokens, exact, cost, batchCost, seconds } =
    estimate;
  const count = (value: number): string => value.toLocaleString("en");
  const dollars = (value: number): string => `$${value.toFixed(2)}`;
  return [
    `questions        ${count(questions)}, of which the store answers ${count(stored)}`,
    `input tokens     ${count(inputTokens)} (${exact ? "counted" : "estimated, four characters a token"})`,
    `output tokens    ${count(outputTokens)} (expected; a reply's length is not known before)`,
    `cost             ${cost === undefined ? "unknown: give --price-in and --price-out, US dollars a million tokens" : dollars(cost)}`,
    ...(batchCost === undefined
      ? []
      : [`in a batch       ${dollars(batchCost)} (half price; not offered by this version)`]),
    ...(seconds === undefined
      ? []
      : [`least time       ${Math.ceil(seconds / 60)} minutes at the given limits`]),
  ];
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
