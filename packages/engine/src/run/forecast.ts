import {
  type FindTemplate,
  type Question,
  readReply,
  requestOf,
  type Usage,
} from "@promptnce/core";
import { settingsWithout } from "@promptnce/providers/contract";
import type { ModelIdentity, ProviderIdentity } from "@promptnce/providers";
import type { Amount, ModelEstimate, Planned } from "../money/run-estimate.ts";
import type { Price } from "../money/price.ts";
import { type OwnPrices, priceOf } from "../money/prices.ts";
import { mostUsage, thoughtTokens } from "../money/reply-length.ts";
import { runningCost } from "../money/spending.ts";
import { tokenCounter } from "../money/tokens.ts";
import type { PacedOptions } from "../pace/paced.ts";
import { canonicalJson } from "@promptnce/providers/contract";
import { fingerprintTable } from "../store/fingerprint-table.ts";
import { knownDroppedParameters } from "../store/known-dropped-parameters.ts";
import { requestKey } from "../store/request-key.ts";
import { isPlain } from "@promptnce/providers/vendors";
import type { StoredReplies } from "../store/store.ts";

/** What one provider is to be asked. */
export interface PlannedAsks {
  readonly provider: ProviderIdentity;
  readonly requests: Iterable<Planned> | AsyncIterable<Planned>;
}

export interface ForecastOptions extends OwnPrices, Pick<PacedOptions, "rpm" | "tpm"> {
  /** US dollars, what the replies cost included. */
  readonly budget?: number | undefined;
  /** What is answered already, and says what has been spent. */
  readonly replies: StoredReplies;
}

/** A question as the request it becomes, as a forecast counts it and as a batch sends it. */
export function planned(question: Question, findTemplate: FindTemplate): Planned {
  const template = findTemplate(question);
  const request = requestOf(template, question);
  const expectedOutputTokens = request.options ? 1 : expectedTokens(question);
  return { request, expectedOutputTokens, read: (reply) => readReply(template, question, reply) };
}

/** Tokens that a reply is expected to have: a short JSON object, a line a candidate, or a number with a note. */
function expectedTokens(question: Question): number {
  if (question.kind === "likelihood") return 0;
  return "candidates" in question ? 15 + 10 * question.candidates.length : 40;
}

/**
 * What is still to be asked of one model under any settings and what that will take, added up call by call: every
 * request is rendered, each counted once, and nothing is sent.
 */
export async function forecast(
  asks: readonly [PlannedAsks, ...PlannedAsks[]],
  options: ForecastOptions,
): Promise<ModelEstimate> {
  const { budget, replies, rpm = Infinity, tpm = Infinity } = options;
  const { name, model } = asks[0].provider;
  const price = await priceOf({ ...options, provider: name, model });
  const tokens = await tokenCounter(name, model);
  const plain = isPlain({ name, model });
  const { known, dropped, lengths, spent } = await held(replies, { name, model }, price);
  const counted = fingerprintTable();
  const [sum, longest] = [{ ...NOTHING }, { ...NOTHING }];
  let stored = 0;
  for (const { provider, requests } of asks) {
    const settings = settingsWithout(provider.settings, new Set(dropped.names(provider)));
    const asked = { name, model, settings };
    const [total = 0, count] = lengths.get(canonicalJson(settings)) ?? [];
    const [mean, thought] = [count && total / count, thoughtTokens(asked, plain)];
    for await (const { request, expectedOutputTokens } of requests) {
      const key = requestKey({ ...request, provider: name, model, settings });
      if (counted.add(key, 1) > 1) continue;
      if (known.get(key) !== undefined) {
        stored++;
        continue;
      }
      const most = mostUsage(request, asked, plain);
      // As others were; else with what is usually thought before it. Where a text is scored nothing is written.
      const outputTokens = Math.min(mean ?? expectedOutputTokens + thought, most.outputTokens);
      add(sum, { inputTokens: tokens.input(request.prompt), outputTokens }, price);
      add(longest, most, price);
    }
  }
  const questions = counted.size;
  const paid = ({ cost, batchCost, ...usage }: typeof sum): Amount => {
    return {
      ...usage,
      ...((price || questions === stored) && { cost }),
      ...(price?.batchCost && { batchCost }),
    };
  };
  // The limit that holds a run back most decides.
  const seconds = Math.max(
    (60 * (questions - stored)) / rpm,
    (60 * (sum.inputTokens + sum.outputTokens)) / tpm,
  );
  const least = Math.min(rpm, tpm) < Infinity && { seconds };
  const left = budget !== undefined && price && { left: Math.max(0, budget - spent.all().usd) };
  const estimate = {
    questions,
    stored,
    ...paid(sum),
    exact: tokens.exact,
    most: paid(longest),
    ...least,
  };
  return { name, model, estimate, ...left };
}

const NOTHING = { inputTokens: 0, outputTokens: 0, cost: 0, batchCost: 0 };

function add(sum: typeof NOTHING, usage: Usage, price: Price | undefined): void {
  sum.inputTokens += usage.inputTokens;
  sum.outputTokens += usage.outputTokens;
  sum.cost += price?.cost(usage) ?? 0;
  sum.batchCost += price?.batchCost?.(usage) ?? 0;
}

/** What a store says of the replies that it holds, and of those of one model. */
async function held(
  replies: StoredReplies,
  { name, model }: ModelIdentity,
  price: Price | undefined,
) {
  const known = fingerprintTable();
  const dropped = knownDroppedParameters();
  /** Tokens and number of the replies under each of the settings. */
  const lengths = new Map<string, readonly [tokens: number, replies: number]>();
  const spent = runningCost(price);
  for await (const entry of replies.entries()) {
    if (entry.charge !== true) known.add(entry.key, 1);
    dropped.note(entry);
    if (entry.provider !== name || entry.model !== model) continue;
    spent.add(entry);
    const { outputTokens = 0 } = entry.reply.usage ?? {};
    if (outputTokens === 0) continue;
    const id = canonicalJson(entry.settings);
    const [tokens, replies] = lengths.get(id) ?? [0, 0];
    lengths.set(id, [tokens + outputTokens, replies + 1]);
  }
  return { known, dropped, lengths, spent };
}
