import { type FindTemplate, type Question, requestOf } from "@promptnce/core";
import { settingsSent } from "../call/dropped-parameters.ts";
import type { ProviderIdentity } from "../call/provider-identity.ts";
import { estimateRun, type ModelEstimate, type Planned, type RunLimits } from "../cost/estimate-run.ts";
import { type OwnPrices, priceOf } from "../cost/prices.ts";
import { tokenCounter } from "../cost/tokens.ts";
import { fingerprintTable } from "../store/fingerprint-table.ts";
import { knownDroppedParameters } from "../store/known-dropped-parameters.ts";
import { requestKeys } from "../store/request-key.ts";
import type { StoredReplies } from "../store/store.ts";

/** What one provider is to be asked. */
export interface PlannedAsks {
  readonly provider: ProviderIdentity;
  readonly requests: Iterable<Planned> | AsyncIterable<Planned>;
}

export interface ForecastOptions extends OwnPrices, RunLimits {
  /** What is answered already. */
  readonly replies: StoredReplies;
}

/** A question as the request it becomes. */
export function planned(question: Question, findTemplate: FindTemplate): Planned {
  return { request: requestOf(findTemplate(question), question), expectedOutputTokens: expectedOutputTokens(question) };
}

/**
 * How many tokens the reply to a question is expected to have, for what a run will cost: a short JSON
 * object, a line a candidate or a number with a note; none where a text is scored.
 */
function expectedOutputTokens(question: Question): number {
  if (question.kind === "likelihood") return 0;
  return "candidates" in question ? 15 + 10 * question.candidates.length : 40;
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
  const { name, model } = asks[0].provider;
  const stored = fingerprintTable();
  const dropped = knownDroppedParameters();
  for await (const entry of options.replies.entries()) {
    if (entry.charge !== true) stored.add(entry.key, 1);
    dropped.note(entry);
  }
  const counted = fingerprintTable();
  async function* questions(): AsyncGenerator<Planned> {
    for (const { provider, requests } of asks) {
      const without = new Set(dropped.names(provider));
      const settings = settingsSent(provider.settings, { without: () => without });
      const keyOf = requestKeys({ name, model, settings });
      for await (const one of requests) {
        const key = keyOf(one.request);
        if (counted.add(key, 1) === 1) yield { ...one, stored: stored.get(key) !== undefined };
      }
    }
  }
  const tokens = await tokenCounter(name, model);
  const price = await priceOf({ ...options, provider: name, model });
  return { name, model, estimate: await estimateRun({ questions: questions(), tokens, price, limits: options }) };
}
