import { type FindTemplate, type Provider, type Question, requestOf } from "@promptnce/core";
import { settingsSent } from "../call/dropped-parameters.ts";
import type { ProviderIdentity } from "../call/provider-identity.ts";
import { estimateRun, type ModelEstimate, type Planned, type RunLimits } from "../cost/estimate-run.ts";
import { type OwnPrices, priceOf } from "../cost/prices.ts";
import { mostUsage, replyLimit, thoughtTokens } from "../cost/reply-length.ts";
import { spentOn } from "../cost/spending.ts";
import { tokenCounter } from "../cost/tokens.ts";
import { canonicalJson } from "../store/canonical-json.ts";
import { fingerprintTable } from "../store/fingerprint-table.ts";
import { knownDroppedParameters } from "../store/known-dropped-parameters.ts";
import { requestKeys } from "../store/request-key.ts";
import type { StoredReplies, StoreEntry } from "../store/store.ts";

/** What one provider is to be asked. */
export interface PlannedAsks {
  readonly provider: ProviderIdentity;
  readonly requests: Iterable<Planned> | AsyncIterable<Planned>;
}

export interface ForecastOptions extends OwnPrices, RunLimits {
  /** US dollars, what the replies cost included. */
  readonly budget?: number | undefined;
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
  const lengths = replyLengths();
  for await (const entry of options.replies.entries()) {
    if (entry.charge !== true) stored.add(entry.key, 1);
    dropped.note(entry);
    if (entry.provider === name && entry.model === model) lengths.note(entry);
  }
  const counted = fingerprintTable();
  async function* questions() {
    for (const { provider, requests } of asks) {
      const without = new Set(dropped.names(provider));
      const settings = settingsSent(provider.settings, { without: () => without });
      const asked = { name, model, settings };
      const keyOf = requestKeys(asked);
      for await (const one of requests) {
        const key = keyOf(one.request);
        if (counted.add(key, 1) > 1) continue;
        const most = mostUsage(one.request, asked);
        const expectedOutputTokens = lengths.expected(one, asked);
        yield { request: one.request, expectedOutputTokens, most, stored: stored.get(key) !== undefined };
      }
    }
  }
  const tokens = await tokenCounter(name, model);
  const price = await priceOf({ ...options, provider: name, model });
  const estimate = await estimateRun({ questions: questions(), tokens, price, limits: options });
  if (options.budget === undefined || price === undefined) return { name, model, estimate };
  return { name, model, estimate, left: options.budget - (await spentOn({ name, model }, price, options.replies)) };
}

/** How long replies will be, by those before them. */
function replyLengths() {
  const sums = new Map<string, { tokens: number; replies: number }>();
  const idOf = (settings: Provider["settings"], wording?: string): string => canonicalJson([settings, wording ?? null]);
  const meanOf = (id: string): number | undefined => {
    const sum = sums.get(id);
    return sum && sum.tokens / sum.replies;
  };
  return {
    /** Takes note of what came back under these settings. */
    note({ settings, template, reply: { usage } }: StoreEntry): void {
      if (usage === undefined || usage.outputTokens === 0) return;
      for (const id of [idOf(settings), idOf(settings, template?.id)]) {
        const sum = sums.get(id) ?? { tokens: 0, replies: 0 };
        sums.set(id, { tokens: sum.tokens + usage.outputTokens, replies: sum.replies + 1 });
      }
    },
    /**
     * Tokens of a reply: the mean of those noted of its wording under the settings; else what its answer takes and, of a
     * model that thinks, the mean of all replies under the settings, or what is thought usually.
     */
    expected({ request, expectedOutputTokens: answer }: Planned, asked: ProviderIdentity): number {
      const { settings } = asked;
      if (request.continuation !== undefined) return answer;
      const own = request.template && meanOf(idOf(settings, request.template.id));
      const thought = thoughtTokens(asked);
      const expected = own ?? answer + (thought && (meanOf(idOf(settings)) ?? thought));
      return Math.min(expected, replyLimit(settings) ?? Infinity);
    },
  };
}
