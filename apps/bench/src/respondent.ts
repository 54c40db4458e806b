import type { Provider } from "@promptnce/core";
import { readPrompt } from "@promptnce/prompts";
import { budgeted, httpFetch, paced, retried } from "@promptnce/providers";
import { priceOf } from "@promptnce/providers";
import type { Price } from "@promptnce/providers";
import type { ScoringOptions } from "@promptnce/providers/scoring";
import type { Config } from "./config.ts";
import { connectionOptions } from "./connection-options.ts";
import type { ModelChoice } from "./model-choice.ts";
import type { Subject } from "./job.ts";
import { spentOn } from "./spent.ts";
import { UsageError } from "./usage-error.ts";

/** Who answers about a subject. */
export type Respondents = (subject: Subject) => Provider;

/**
 * Who is asked: the model that was named, one for all subjects so that they share its pace and its
 * budget, or the simulated respondent, which answers from each subject's own joint distribution.
 *
 * @throws UsageError where the settings cannot be sent or the variable named for the key is empty.
 * @throws ProviderError where a key is missing.
 */
export async function respondents(config: Config, choice: ModelChoice): Promise<Respondents> {
  if (choice.provider === "simulated") {
    const { simulated } = await import("@promptnce/providers/simulated");
    const { profile, seed } = config;
    return (joint) => simulated({ read: readPrompt, joint, profile, seed });
  }
  const pacing = paced(await vendor(config, choice), limits(config));
  const model = retried(await withinBudget(config, pacing));
  return () => model;
}

function limits({ concurrency, rpm, tpm }: Config) {
  return { concurrency, ...(rpm !== undefined && { rpm }), ...(tpm !== undefined && { tpm }) };
}

/**
 * Stops before the budget is passed. What the store holds of this model when the first call is made
 * has been spent, the replies of batches before it included.
 */
async function withinBudget(config: Config, provider: Provider): Promise<Provider> {
  const { budget, store } = config;
  if (budget === undefined) return provider;
  const price = await priceFor(config, provider);
  if (price === undefined) {
    throw new UsageError(
      `--budget: nobody knows the price of ${provider.model} (${provider.name}); give --price-in and --price-out, US dollars a million tokens`,
    );
  }
  return budgeted(provider, { limit: budget, price, spent: () => spentOn(provider, price, store) });
}

/** The price of a model: the user's, or the kept table's; nothing where it is unknown. */
export function priceFor(
  { priceIn, priceOut }: Pick<Config, "priceIn" | "priceOut">,
  { name, model }: Pick<Provider, "name" | "model">,
): Promise<Price | undefined> {
  const own = priceIn !== undefined && priceOut !== undefined ? { priceIn, priceOut } : {};
  return priceOf({ provider: name, model, ...own });
}

/** Adapters are imported where they are needed, since a vendor's SDK takes a while to load. */
async function vendor(config: Config, { provider, model, file }: ModelChoice): Promise<Provider> {
  if (file !== undefined) {
    const { llama } = await import("@promptnce/providers/llama");
    return llama({ file, model });
  }
  const options = { ...connectionOptions(config, { provider, model }), fetch: httpFetch() };
  try {
    if (provider === "anthropic") {
      const { anthropic } = await import("@promptnce/providers/anthropic");
      return anthropic(options);
    }
    const { openai, openaiCompatible } = await import("@promptnce/providers/openai");
    const { baseURL } = options;
    if (baseURL === undefined) return openai(options);
    const server = { ...options, baseURL };
    return withScores(openaiCompatible(server), config, server);
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}

/** The provider, with continuations scored by the same server in its own way where one is named. */
async function withScores(
  chat: Provider,
  { scoring }: Config,
  server: ScoringOptions,
): Promise<Provider> {
  if (scoring === undefined) return chat;
  const { llamaServer, scoredBy, sglang, vllm } = await import("@promptnce/providers/scoring");
  const scorers = { vllm, sglang, "llama-server": llamaServer };
  return scoredBy(chat, scorers[scoring](server));
}
