import type { Provider } from "@promptnce/core";
import { budgeted } from "../cost/budgeted.ts";
import { connectionOptions } from "./connection-options.ts";
import { httpFetch } from "../http/http-fetch.ts";
import type { ModelChoice } from "./model-choice.ts";
import type { PaceEvent } from "../pace/pace-event.ts";
import { paced, type PacedOptions } from "../pace/paced.ts";
import { type OwnPrices, priceFor } from "../cost/prices.ts";
import { retried } from "../pace/retried.ts";
import type { Scorer } from "../scoring/token-server.ts";
import type { ScoringOptions } from "../scoring/scoring-provider.ts";
import { spentOn } from "../cost/spending.ts";
import type { StoredReplies } from "../store/store.ts";
import { UsageError } from "../errors/errors.ts";

/** How a model is asked, in the words of the command line. */
export interface ModelOptions extends OwnPrices {
  readonly baseUrl?: string | undefined;
  readonly scoring?: Scorer | undefined;
  /** The environment variable with the key of the server at `baseUrl`. */
  readonly keyEnv?: string | undefined;
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  readonly concurrency: number;
  readonly rpm?: number | undefined;
  readonly tpm?: number | undefined;
  /** Of one reply, at most; the adapter's own limit, or the model's, if not given. */
  readonly maxTokens?: number | undefined;
  /** Seconds that one call may take. */
  readonly timeout?: number | undefined;
  /** US dollars, what the store holds of this model included. */
  readonly budget?: number | undefined;
  /** The replies that say what has been spent. */
  readonly replies: StoredReplies;
  /** Nothing will be sent, so no key is needed. */
  readonly dryRun: boolean;
  /** Told of all that changes the pace. */
  readonly onPace?: (event: PaceEvent) => void;
}

/**
 * The model of that name: at the pace, within the limits and the budget given, and asked again where
 * a call fails. The simulated respondent is not made here, since it needs to know the prompts.
 *
 * @throws UsageError where the settings cannot be sent, the variable named for the key is empty, or
 *   there is a budget and no price.
 * @throws ProviderError where a key is missing.
 */
export async function modelProvider(options: ModelOptions, choice: ModelChoice): Promise<Provider> {
  const pacing = paced(await vendor(options, choice), limits(options));
  return retried(await withinBudget(options, pacing));
}

function limits({ concurrency, rpm, tpm, onPace }: ModelOptions): PacedOptions {
  return {
    concurrency,
    ...(rpm !== undefined && { rpm }),
    ...(tpm !== undefined && { tpm }),
    ...(onPace && { onEvent: onPace }),
  };
}

/**
 * Stops before the budget is passed. What the store holds of this model when the first call is made
 * has been spent, the replies of batches before it included.
 */
async function withinBudget(options: ModelOptions, provider: Provider): Promise<Provider> {
  const { budget, replies } = options;
  if (budget === undefined) return provider;
  const price = await priceFor(options, provider);
  if (price === undefined) {
    throw new UsageError(
      `--budget: nobody knows the price of ${provider.model} (${provider.name}); give --price-in and --price-out, US dollars a million tokens`,
    );
  }
  return budgeted(provider, { limit: budget, price, spent: () => spentOn(provider, price, replies) });
}

/** Adapters are imported where they are needed, since a vendor's SDK takes a while to load. */
async function vendor(options: ModelOptions, choice: ModelChoice): Promise<Provider> {
  const { provider, model, file } = choice;
  if (file !== undefined) {
    const { llama } = await import("../llama/llama.ts");
    const { maxTokens } = options;
    return llama({ file, model, ...(maxTokens !== undefined && { maxTokens }) });
  }
  const given = { ...connectionOptions(options, choice), fetch: httpFetch() };
  try {
    if (provider === "anthropic") {
      const { anthropic } = await import("../anthropic/anthropic.ts");
      return anthropic(given);
    }
    const { openai, openaiCompatible } = await import("../openai/openai.ts");
    const { baseURL } = given;
    if (baseURL === undefined) return openai(given);
    const server = { ...given, baseURL };
    return withScores(openaiCompatible(server), options, server);
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}

/** The provider, with continuations scored by the same server in its own way where one is named. */
async function withScores(chat: Provider, { scoring }: ModelOptions, server: ScoringOptions): Promise<Provider> {
  if (scoring === undefined) return chat;
  const { llamaServer, scoredBy, sglang, vllm } = await import("../scoring/scoring.ts");
  const byName = { vllm, sglang, "llama-server": llamaServer };
  return scoredBy(chat, byName[scoring](server));
}
