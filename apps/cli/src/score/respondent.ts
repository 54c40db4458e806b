import { existsSync } from "node:fs";
import { basename } from "node:path";
import type { Provider } from "@promptnce/core";
import { budgeted, httpFetch, paced, type Price, priceOf, readJournal, retried } from "@promptnce/providers"; // prettier-ignore
import type { ModelChoice } from "./model-choice.ts";
import type { ModelOptions } from "./model-options.ts";
import { UsageError } from "./usage-error.ts";

/**
 * The model that was chosen, paced, kept within its budget and retried, as bench asks it. Thin on
 * purpose: what both need is to come from `@promptnce/providers`.
 *
 * @throws UsageError where the settings cannot be sent, the key's variable is empty, or a budget
 * has no price.
 * @throws ProviderError where a vendor's key is missing.
 */
export async function respondent(
  choice: ModelChoice,
  options: ModelOptions,
  store: string,
): Promise<Provider> {
  const { concurrency, rpm, tpm, budget } = options;
  const limits = {
    concurrency,
    ...(rpm !== undefined && { rpm }),
    ...(tpm !== undefined && { tpm }),
  };
  const model = paced(await vendor(choice, options), limits);
  if (budget === undefined) return retried(model);
  const price = await priceFor(options, model);
  if (price === undefined) {
    throw new UsageError(`--budget: nobody knows the price of ${model.model}; give --price-in and --price-out, US dollars a million tokens`); // prettier-ignore
  }
  const spent = spentOn(model, price, store);
  return retried(budgeted(model, { limit: budget, price, spent }));
}

/** The price of a model: the user's, or the kept table's; nothing where it is unknown. */
export function priceFor(
  { priceIn, priceOut }: ModelOptions,
  { name, model }: Pick<Provider, "name" | "model">,
): Promise<Price | undefined> {
  const own = priceIn !== undefined && priceOut !== undefined ? { priceIn, priceOut } : {};
  return priceOf({ provider: name, model, ...own });
}

function spentOn({ name, model }: Provider, price: Price, store: string): number {
  let sum = 0;
  if (!existsSync(store)) return sum;
  for (const record of readJournal(store, () => {})) {
    const { usage } = record.reply;
    if (record.provider === name && record.model === model && usage) sum += price.cost(usage);
  }
  return sum;
}

/** Adapters are imported where they are needed, since a vendor's SDK takes a while to load. */
async function vendor({ provider, model }: ModelChoice, options: ModelOptions): Promise<Provider> {
  const { baseUrl: baseURL, keyEnv, settings, timeout, dryRun } = options;
  if (provider === "llama") {
    const { llama } = await import("@promptnce/providers/llama");
    return llama({ file: model, model: basename(model, ".gguf") });
  }
  // Nothing is sent in a dry run, so it needs no key; a server that is not the vendor's never gets
  // the vendor's.
  const key = baseURL === undefined ? undefined : serverKey(keyEnv);
  const common = {
    model,
    fetch: httpFetch(),
    ...(settings && { settings }),
    ...(timeout !== undefined && { timeoutMs: timeout * 1000 }),
    ...(dryRun && { apiKey: "none" }),
  };
  try {
    if (provider === "anthropic") {
      const { anthropic } = await import("@promptnce/providers/anthropic");
      return anthropic({ ...common, ...(baseURL !== undefined && { baseURL, apiKey: key ?? "none" }) }); // prettier-ignore
    }
    const { openai, openaiCompatible } = await import("@promptnce/providers/openai");
    if (baseURL === undefined) return openai(common);
    return openaiCompatible({ ...common, baseURL, ...(key !== undefined && { apiKey: key }) });
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}

function serverKey(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const key = process.env[name];
  if (key) return key;
  throw new UsageError(`--key-env: the environment variable ${name} is not set or empty`);
}
