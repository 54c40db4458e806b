import { type FindTemplate, type Provider, type Question, readReply, requestOf } from "@promptnce/core";
import { settingsSent } from "../call/dropped-parameters.ts";
import type { ProviderIdentity } from "../call/provider-identity.ts";
import { estimateRun, type ModelEstimate, type Planned, type RunLimits } from "../cost/estimate-run.ts";
import { type OwnPrices, priceOf } from "../cost/prices.ts";
import { mostUsage, thoughtTokens } from "../cost/reply-length.ts";
import { runningCost } from "../cost/spending.ts";
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
  /** What is answered already, and says what has been spent. */
  readonly replies: StoredReplies;
}

/** A question as the request it becomes, as a forecast counts it and as a batch sends it. */
export function planned(question: Question, findTemplate: FindTemplate): Planned {
  const template = findTemplate(question);
  return {
    request: requestOf(template, question),
    expectedOutputTokens: expectedOutputTokens(question),
    unreadable(reply) {
      const reading = readReply(template, question, reply);
      return reading.ok ? undefined : reading.reason;
    },
  };
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
  const price = await priceOf({ ...options, provider: name, model });
  const spent = runningCost(price);
  const stored = fingerprintTable();
  const dropped = knownDroppedParameters();
  const lengths = replyLengths();
  for await (const entry of options.replies.entries()) {
    if (entry.charge !== true) stored.add(entry.key, 1);
    dropped.note(entry);
    if (entry.provider !== name || entry.model !== model) continue;
    lengths.add(entry);
    spent.add(entry);
  }
  const counted = fingerprintTable();
  async function* questions() {
    for (const { provider, requests } of asks) {
      const without = new Set(dropped.names(provider));
      const settings = settingsSent(provider.settings, { without: () => without });
      const asked = { name, model, settings };
      const keyOf = requestKeys(asked);
      const [mean, thought] = [lengths.mean(settings), thoughtTokens(asked)];
      for await (const one of requests) {
        const key = keyOf(one.request);
        if (counted.add(key, 1) > 1) continue;
        const most = mostUsage(one.request, asked);
        // As others were; else with what is usually thought before it. Where a text is scored nothing is written.
        const expected = mean ?? one.expectedOutputTokens + thought;
        const expectedOutputTokens = Math.min(expected, most.outputTokens);
        yield { request: one.request, expectedOutputTokens, most, stored: stored.get(key) !== undefined };
      }
    }
  }
  const tokens = await tokenCounter(name, model);
  const estimate = await estimateRun({ questions: questions(), tokens, price, limits: options });
  if (options.budget === undefined || price === undefined) return { name, model, estimate };
  return { name, model, estimate, left: Math.max(0, options.budget - spent.all().usd) };
}

/** The mean length of the replies under the same settings. */
function replyLengths() {
  const sums = new Map<string, readonly [tokens: number, replies: number]>();
  return {
    add({ settings, reply: { usage } }: StoreEntry): void {
      const id = canonicalJson(settings);
      const [tokens, replies] = sums.get(id) ?? [0, 0];
      if (usage?.outputTokens) sums.set(id, [tokens + usage.outputTokens, replies + 1]);
    },
    mean(settings: Provider["settings"]): number | undefined {
      const [tokens, replies] = sums.get(canonicalJson(settings)) ?? [];
      return tokens && replies && tokens / replies;
    },
  };
}
