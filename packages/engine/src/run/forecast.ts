import type { ModelTraits, Request, Usage } from "@promptnce/core";
import { reasoningTokens, settingsWithout, canonicalJson } from "@promptnce/providers/contract";
import type { ModelIdentity, ProviderIdentity } from "@promptnce/providers";
import type { Amount, LeastTime, ModelEstimate } from "../money/run-estimate.ts";
import type { Price } from "../money/price.ts";
import { type OwnPrices, priceOf } from "../money/prices.ts";
import { mostUsage } from "../money/reply-length.ts";
import { runningCost } from "../money/spending.ts";
import { type TokenCounter, tokenCounter } from "../money/tokens.ts";
import { fingerprint, fingerprintTable } from "../store/fingerprint-table.ts";
import { knownDroppedParameters } from "../store/known-dropped-parameters.ts";
import { requestKey } from "../store/request-key.ts";
import { isPlain } from "@promptnce/providers/vendors";
import type { StoredReplies } from "../store/store.ts";
import type { PlannedInquiry } from "./planned.ts";

/** The requests planned for one provider. */
export interface PlannedAsks {
  readonly provider: ProviderIdentity & Pick<ModelTraits, "questionsPerRequest">;
  readonly requests: Iterable<PlannedInquiry> | AsyncIterable<PlannedInquiry>;
  /**
   * How many of them are under way at once; all by default. Questions about one prompt share a call
   * only where they begin together.
   */
  readonly inHand?: number | undefined;
}

/** The facts that a forecast needs besides the requests. */
export interface ForecastOptions extends OwnPrices {
  /** The most requests a minute; without it and `tpm`, no least time is forecast. */
  readonly rpm?: number | undefined;
  /** The most tokens a minute, input and output. */
  readonly tpm?: number | undefined;
  /** US dollars, including the cost of the stored replies. */
  readonly budget?: number | undefined;
  /** The stored replies: they answer questions and tell what has been spent. */
  readonly replies: StoredReplies;
}

/**
 * The price forecast of one model's remaining requests, under any settings, summed call by call.
 * Every request is rendered, equal requests count once, and nothing is sent.
 *
 * @example
 * import { memoryStore } from "@promptnce/engine";
 * import { findTemplate } from "@promptnce/prompts";
 * const question = { kind: "marginal", task: "words", sample: 0, y: "PUSH" };
 * const provider = { name: "ours", model: "large", settings: { max_tokens: 100 } };
 * const asks = [{ provider, requests: allPlanned([question], findTemplate) }];
 * const prices = { priceIn: 1, priceOut: 2 };
 * const { estimate } = await forecast(asks, { replies: memoryStore(), ...prices });
 * estimate; // → { questions: 1, stored: 0, outputTokens: 100 }
 */
export async function forecast(
  asks: readonly [PlannedAsks, ...PlannedAsks[]],
  options: ForecastOptions,
): Promise<ModelEstimate> {
  const { budget, replies } = options;
  const { name, model } = asks[0].provider;
  const price = await priceOf({ ...options, provider: name, model });
  const tokens = await tokenCounter(name, model);
  const plain = isPlain({ name, model });
  const { inStore, dropped, lengths, spent } = await held(replies, { name, model }, price);
  const counted = fingerprintTable();
  const [sum, longest] = [{ ...NOTHING }, { ...NOTHING }];
  let [stored, calls] = [0, 0];
  for (const { provider, requests, inHand } of asks) {
    const settings = settingsWithout(provider.settings, new Set(dropped.names(provider)));
    const asked = { name, model, settings };
    const [total = 0, count] = lengths.get(canonicalJson(settings)) ?? [];
    const input = inputCounter(tokens, provider.questionsPerRequest, inHand);
    const [mean, thought] = [count && total / count, reasoningTokens(settings, plain)];
    for await (const { request, expectedOutputTokens } of requests) {
      const key = requestKey({ ...request, provider: name, model, settings });
      if (counted.add(key, 1) > 1) continue;
      if (inStore.get(key) !== undefined) {
        stored++;
        continue;
      }
      const most = mostUsage(request, asked, price?.plain ?? plain);
      // The mean of the stored replies, or else the expected reply with its usual reasoning. A
      // scored text has no output.
      const outputTokens = Math.min(mean ?? expectedOutputTokens + thought, most.outputTokens);
      const { inputTokens, opens } = input(request);
      if (opens) calls++;
      add(sum, { inputTokens, outputTokens }, price);
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
  const leastTime = leastTimeOf(calls, sum, options);
  const left = budget !== undefined && price && { left: Math.max(0, budget - spent.all().usd) };
  const estimate = {
    questions,
    stored,
    ...paid(sum),
    exact: tokens.exact,
    most: paid(longest),
    ...(leastTime && { leastTime }),
  };
  return { name, model, estimate, ...left };
}

/**
 * Counts the expected input tokens of requests, and whether each opens a call. The first of a call
 * pays for the prompt.
 */
function inputCounter(tokens: TokenCounter, most = 1, inHand = Infinity) {
  const opensCall = most === 1 ? () => true : sharedCalls(most, inHand);
  return ({ prompt, sample, decision }: Request) => {
    if (decision === undefined) return { inputTokens: tokens.input(prompt), opens: true };
    const question = JSON.stringify(decision);
    const opens = opensCall(fingerprint(prompt, `${sample}`));
    return { inputTokens: tokens.input(opens ? prompt + question : question), opens };
  };
}

/**
 * A function that says whether a question opens a call, given what it must have in common with
 * others to share one. Up to `most` share a call, of those that begin together: the first `inHand`
 * of all, and after them as many as the oldest call has answered. Those that follow each other, as
 * those about a row do, always begin together.
 */
function sharedCalls(most: number, inHand: number): (place: string) => boolean {
  /** The numbers of questions of the calls under way, the oldest first. */
  const calls: { questions: number }[] = [];
  /** The calls that may still be joined. */
  const joinable = new Map<string, { questions: number }>();
  let [free, last] = [inHand, ""];
  return (place) => {
    while (free <= 0 && place !== last) {
      free += calls.shift()!.questions;
      joinable.clear();
    }
    free--;
    last = place;
    const call = joinable.get(place);
    if (call !== undefined && call.questions < most) {
      call.questions++;
      return false;
    }
    const opened = { questions: 1 };
    calls.push(opened);
    joinable.set(place, opened);
    return true;
  };
}

/** The time that the narrower of the given limits takes; `undefined` without limits. */
function leastTimeOf(
  requests: number,
  { inputTokens, outputTokens }: Usage,
  { rpm, tpm }: ForecastOptions,
): LeastTime | undefined {
  const times = [
    { limit: "rpm", perMinute: rpm, amount: requests },
    { limit: "tpm", perMinute: tpm, amount: inputTokens + outputTokens },
  ] as const;
  return times
    .flatMap(({ limit, perMinute, amount }) =>
      perMinute === undefined ? [] : [{ seconds: (60 * amount) / perMinute, limit, perMinute }],
    )
    .toSorted((a, b) => b.seconds - a.seconds)[0];
}

const NOTHING = { inputTokens: 0, outputTokens: 0, cost: 0, batchCost: 0 };

function add(sum: typeof NOTHING, usage: Usage, price: Price | undefined): void {
  sum.inputTokens += usage.inputTokens;
  sum.outputTokens += usage.outputTokens;
  sum.cost += price?.cost(usage) ?? 0;
  sum.batchCost += price?.batchCost?.(usage) ?? 0;
}

/**
 * The facts a forecast takes from a store: its keys and dropped parameters, and one model's reply
 * lengths and spending.
 */
async function held(
  replies: StoredReplies,
  { name, model }: ModelIdentity,
  price: Price | undefined,
) {
  const inStore = fingerprintTable();
  const dropped = knownDroppedParameters();
  /** Output tokens and number of replies, by settings. */
  const lengths = new Map<string, readonly [tokens: number, replies: number]>();
  const spent = runningCost(price);
  for await (const entry of replies.entries()) {
    if (entry.charge !== true) inStore.add(entry.key, 1);
    dropped.note(entry);
    if (entry.provider !== name || entry.model !== model) continue;
    spent.add(entry);
    const { outputTokens = 0 } = entry.reply.usage ?? {};
    if (outputTokens === 0) continue;
    const id = canonicalJson(entry.settings);
    const [tokens, replies] = lengths.get(id) ?? [0, 0];
    lengths.set(id, [tokens + outputTokens, replies + 1]);
  }
  return { inStore, dropped, lengths, spent };
}
