import { type FindTemplate, type Question, type Request, requestOf } from "@promptnce/core";
import { settingsSent } from "../call/dropped-parameters.ts";
import type { ProviderIdentity } from "../call/provider-identity.ts";
import { confirmCost, type Person } from "../cost/confirm-cost.ts";
import { estimateText, type ModelEstimate, runTally } from "../cost/estimate-run.ts";
import { type OwnPrices, priceFor } from "../cost/prices.ts";
import { tokenCounter } from "../cost/tokens.ts";
import { Ended } from "../errors/errors.ts";
import { fingerprintTable } from "../store/fingerprint-table.ts";
import { requestKeys } from "../store/request-key.ts";
import type { StoredReplies } from "../store/store.ts";
import { knownDroppedParameters } from "../store/known-dropped-parameters.ts";

/** A request that is to be sent, and how long its reply will be. */
export interface Planned {
  readonly request: Request;
  readonly expectedOutputTokens: number;
}

/** What one provider is to be asked. */
export interface PlannedAsks {
  readonly provider: ProviderIdentity;
  readonly requests: Iterable<Planned> | AsyncIterable<Planned>;
}

export interface ForecastOptions extends OwnPrices {
  readonly rpm?: number | undefined;
  readonly tpm?: number | undefined;
  /** What is answered already. */
  readonly replies: StoredReplies;
}

/** A question as the request it becomes. */
export function planned(question: Question, findTemplate: FindTemplate): Planned {
  return { request: requestOf(findTemplate(question), question), expectedOutputTokens: expectedOutputTokens(question) };
}

/**
 * What is still to be asked of a model and what that will take: every request is rendered, each
 * counted once, and nothing is sent.
 *
 * @param asks Of the same model, whose settings may differ; one at least.
 */
export async function forecast(
  asks: readonly [PlannedAsks, ...PlannedAsks[]],
  options: ForecastOptions,
): Promise<ModelEstimate> {
  const { rpm, tpm } = options;
  const [{ provider }] = asks;
  const { name, model } = provider;
  const stored = fingerprintTable();
  const dropped = knownDroppedParameters();
  for await (const entry of options.replies.entries()) {
    stored.add(entry.key, 1);
    dropped.note(entry);
  }
  const counted = fingerprintTable();
  const tally = runTally({
    tokens: await tokenCounter(name, model),
    price: await priceFor(options, provider),
    limits: { ...(rpm !== undefined && { rpm }), ...(tpm !== undefined && { tpm }) },
  });
  for (const { provider: asked, requests } of asks) {
    const without = new Set(dropped.names(asked));
    const keyOf = requestKeys({ name, model, settings: settingsSent(asked.settings, { without: () => without }) });
    for await (const { request, expectedOutputTokens } of requests) {
      const key = keyOf(request);
      if (counted.add(key, 1) > 1) continue;
      tally.add({ prompt: request.prompt, expectedOutputTokens, stored: stored.get(key) !== undefined });
    }
  }
  return { name, model, estimate: tally.estimate() };
}

export interface BeforeAskingOptions {
  readonly dryRun?: boolean | undefined;
  readonly yes?: boolean | undefined;
  /** US dollars. */
  readonly confirmAbove: number;
  readonly batch?: boolean | undefined;
  /** What a dry run says besides, in lines. */
  readonly notes?: string;
}

/**
 * What a dry run prints instead of asking; `undefined` of a run that has nothing against it. A person is
 * asked where it may cost much, or nobody knows what. The forecast is made only where it is needed.
 *
 * @throws Ended where a person says no.
 * @throws UsageError where nobody can be asked and `--yes` was not given.
 */
export async function insteadOfAsking(
  forecasts: () => Promise<readonly ModelEstimate[]>,
  { dryRun, yes = false, confirmAbove, batch = false, notes = "" }: BeforeAskingOptions,
  person: Person | undefined,
): Promise<string | undefined> {
  if (dryRun) return `${(await forecasts()).map(estimateText).join("\n")}${notes}Nothing was sent.\n`;
  if (yes || (await confirmCost(await forecasts(), { yes, confirmAbove, batch }, person))) return undefined;
  throw new Ended("Nothing was sent.");
}

/**
 * How many tokens the reply to a question is expected to have, for what a run will cost: a short JSON
 * object, a line a candidate or a number with a note; none where a text is scored.
 */
function expectedOutputTokens(question: Question): number {
  if (question.kind === "likelihood") return 0;
  return "candidates" in question ? 15 + 10 * question.candidates.length : 40;
}
