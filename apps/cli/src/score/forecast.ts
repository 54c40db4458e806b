import { existsSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import type { Provider, Request } from "@promptnce/core";
import {
  estimateRun,
  knownLeftOut,
  readJournal,
  requestKey,
  tokenCounter,
} from "@promptnce/providers";
import type { RunEstimate } from "@promptnce/providers";
import type { ModelOptions } from "./model-options.ts";
import { priceFor } from "./respondent.ts";
import { UsageError } from "./usage-error.ts";

/** A request that is to be sent, and how long its reply will be. */
export interface Planned {
  readonly request: Request;
  readonly expectedOutputTokens: number;
}

/** What is still to be asked, and what that will take. */
export async function forecast(
  planned: readonly Planned[],
  { name, model, settings }: Provider,
  options: ModelOptions & { readonly store: string },
): Promise<RunEstimate> {
  const stored = new Set<string>();
  const leftOut = knownLeftOut();
  if (existsSync(options.store)) {
    // Without the lock: a dry run may look while another run writes.
    for (const record of readJournal(options.store, () => {})) {
      stored.add(record.key);
      leftOut.note(record);
    }
  }
  // What the model is known to reject will not be sent, and is no part of a stored reply's key.
  const without = leftOut.names({ provider: name, model, settings });
  const sent = Object.fromEntries(
    Object.entries(settings).filter(([setting]) => !without.includes(setting)),
  );
  const { rpm, tpm } = options;
  return estimateRun({
    questions: planned.map(({ request, expectedOutputTokens }) => ({
      prompt: request.prompt,
      expectedOutputTokens,
      stored: stored.has(requestKey({ provider: name, model, settings: sent, ...request })),
    })),
    tokens: await tokenCounter(name, model),
    price: await priceFor(options, { name, model }),
    limits: { ...(rpm !== undefined && { rpm }), ...(tpm !== undefined && { tpm }) },
  });
}

/** The forecast as lines for people. */
export function forecastText({ name, model }: Provider, estimate: RunEstimate): string {
  const { questions, stored, inputTokens, outputTokens, exact, cost, seconds } = estimate;
  const count = (value: number): string => value.toLocaleString("en");
  const lines = [
    `questions        ${count(questions)}, of which the store answers ${count(stored)}`,
    `input tokens     ${count(inputTokens)} (${exact ? "counted" : "estimated, four characters a token"})`,
    `output tokens    ${count(outputTokens)} (expected; a reply's length is not known before)`,
    `cost             ${cost === undefined ? "unknown: give --price-in and --price-out, US dollars a million tokens" : `$${cost.toFixed(2)}`}`,
    ...(seconds === undefined
      ? []
      : [`least time       ${Math.ceil(seconds / 60)} minutes at the given limits`]),
  ];
  return `${model} (${name})\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

/**
 * Lets a run begin, or not: where what is still to be asked may cost more than `--confirm-above`,
 * or nobody knows what, a person at a terminal is asked.
 *
 * @returns Whether to go on.
 * @throws UsageError where nobody can be asked and `--yes` was not given.
 */
export async function confirmed(
  provider: Provider,
  estimate: RunEstimate,
  { yes, confirmAbove }: ModelOptions,
): Promise<boolean> {
  const { cost, questions, stored } = estimate;
  const cheap = cost !== undefined && cost <= confirmAbove;
  if (yes || cheap || questions === stored || provider.name === "simulated") return true;
  const price =
    cost === undefined
      ? `nobody knows what asking ${provider.model} will cost`
      : `this run will cost about $${cost.toFixed(2)}, more than the $${confirmAbove.toFixed(2)} of --confirm-above`;
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new UsageError(`${price}: look with --dry-run, then give --yes${cost === undefined ? ", or the prices with --price-in and --price-out" : ""}`); // prettier-ignore
  }
  process.stderr.write(forecastText(provider, estimate));
  using ask = createInterface({ input: process.stdin, output: process.stderr });
  return /^y(es)?$/i.test((await ask.question(`${price}. Go on? [y/N] `)).trim());
}
