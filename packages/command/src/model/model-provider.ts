import type { Provider } from "@promptnce/core";
import {
  type ModelSettings,
  settingNames,
  type VendorDescriptor,
  type VendorModel,
  vendorNamed,
  vendors,
} from "@promptnce/providers/vendors";
import { type BudgetOptions, modelCalls, type Price, type StoredReplies } from "@promptnce/engine";
import { isDatabase } from "@promptnce/engine/address";
import { memoryBudget, type MemoryBudget, priceOf, spentOn } from "@promptnce/engine/money";
import { wrongRequest, identityOf } from "@promptnce/providers/contract";
import { UsageError } from "../errors/usage-error.ts";
import type { ModelIdentity, ProviderIdentity } from "@promptnce/providers";
import { httpFetch } from "@promptnce/providers/http";
import type { GivenAsking, ModelUse, ReadFrom } from "./given-model.ts";
import { loadPostgres } from "../store/load-postgres.ts";
import { say } from "../terminal/wrap-text.ts";
import { toldDownload } from "./told-download.ts";
import { toldOfRefusal } from "./told-of-refusal.ts";

/** A model and its vendor. */
export interface ModelChoice {
  readonly model: string;
  /** The model's path, for a vendor whose models are files, or its name on a hub of models. */
  readonly file?: string | undefined;
  /** The name of a vendor, or `simulated`. */
  readonly provider: string;
  /** The settings of an earlier run, for reading its replies without having the model. */
  readonly recorded?: Provider["settings"] | undefined;
}

/**
 * The vendor of a model: `anthropic:NAME` names it; for any other name, even one with colons, it is
 * that of --provider.
 */
export function vendorOf(name: string, provider: string | undefined): VendorDescriptor | undefined {
  return (
    vendors.find((vendor) => name.startsWith(`${vendor.name}:`)) ??
    vendors.find((vendor) => vendor.name === provider)
  );
}

/** The models with these names, each once; the simulated respondent if there are none. */
export function modelsOf(
  names: readonly string[],
  provider: string | undefined,
  profile: string,
): ModelChoice[] {
  if (names.length === 0) return [{ provider: "simulated", model: profile }];
  const models = names.map((given): ModelChoice => {
    const { name, modelOf } = vendorOf(given, provider) as VendorDescriptor;
    const model = given.startsWith(`${name}:`) ? given.slice(name.length + 1) : given;
    return { provider: name, ...(modelOf?.(model) ?? { model }) };
  });
  return [...new Map(models.map((one) => [JSON.stringify(one), one])).values()];
}

/**
 * What answers are read from: what was asked for, or the decisions of models that make nothing
 * else.
 */
export function readFromOf({ readFrom, model = [], provider }: Partial<GivenAsking>): ReadFrom {
  if (readFrom !== undefined) return readFrom;
  const decides = model.some((name) => vendorOf(name, provider)?.decides);
  return decides ? "decisions" : "reply";
}

/** What a model is called with. */
export interface ModelOptions extends ModelUse {
  /** The stored replies: they answer questions and tell what has been spent. */
  readonly replies: StoredReplies;
  /** The part of an answer that is read; its text by default. */
  readonly readFrom?: ReadFrom | undefined;
  /** Receives changes of the pace as lines for people. */
  readonly onPace?: ((line: string) => void) | undefined;
}

/**
 * The provider for a chosen model, with pacing, rate limits, budget and retries. The simulated
 * respondent is not created here, since it needs to know the prompts.
 *
 * @throws UsageError where the settings cannot be sent, the variable named for the key is empty,
 *   probabilities are to be read but the model returns none, or there is a budget but no price;
 *   ProviderError where a key is missing.
 */
export async function modelProvider(options: ModelOptions, choice: ModelChoice): Promise<Provider> {
  const { concurrency, rpm, tpm, onPace: say } = options;
  const asked = await vendor(options, choice);
  if (options.readFrom === "tokens" && asked.distributes !== true) {
    throw new UsageError(
      `--read-from: ${asked.model} (${asked.name}) gives no probabilities of tokens; openai:NAME, a server with --base-url and llama:FILE.gguf do`,
    );
  }
  if (options.workers) return { ...identityOf(asked), complete: unanswered };
  const { store } = options;
  const shared = store !== undefined && isDatabase(store) && !options.dryRun;
  const budget = await (shared
    ? sharedBudget({ ...options, store }, asked)
    : budgetOf(options, asked));
  const nearest = say && toldOfRefusal(say, options.baseUrl);
  return modelCalls({ pace: { concurrency, rpm, tpm, say }, budget, nearest })(asked);
}

const unanswered = (): Promise<never> =>
  Promise.reject(
    wrongRequest(
      "A question that no worker answered is not asked here: run the same command again.",
    ),
  );

/**
 * The budget for a model, if there is one, in memory. The model's stored replies count as spent,
 * including those of batches.
 *
 * @throws UsageError where the price is unknown.
 */
export async function budgetOf(
  options: ModelOptions,
  identity: ModelIdentity,
): Promise<{ readonly budget: MemoryBudget; readonly price: Price } | undefined> {
  const { budget: limit, replies } = options;
  const price = await budgetPrice(options, identity);
  if (limit === undefined || price === undefined) return undefined;
  const spent = () => spentOn(identity, price, replies);
  return { budget: memoryBudget({ limit, spent }), price };
}

/**
 * The budget of a team's database for a model, which its workers share; none where calls cost
 * nothing, or nobody knows what they cost.
 */
async function sharedBudget(
  options: ModelOptions & { readonly store: string },
  provider: ProviderIdentity,
): Promise<BudgetOptions | undefined> {
  const { budget: limit, store } = options;
  const price = await budgetPrice(options, provider);
  if (price === undefined || price.cost({ inputTokens: 1, outputTokens: 1 }) === 0)
    return undefined;
  const { openPostgresStore, rowBudget } = await loadPostgres();
  return { budget: rowBudget(() => openPostgresStore(store), provider, { limit, price }), price };
}

/**
 * The tiers of OpenAI and Anthropic that cost the listed price at most: a budget counts that price
 * for each.
 */
const NEVER_DEARER: ReadonlySet<string> = new Set([
  "auto",
  "default",
  "standard",
  "standard_only",
  "flex",
]);

/**
 * The price of a model.
 *
 * @throws UsageError where there is a budget and the price is unknown, or only assumed, or that of a
 *   tier whose rates are unknown.
 */
async function budgetPrice(
  options: ModelOptions,
  { name, model }: ModelIdentity,
): Promise<Price | undefined> {
  const price = await priceOf({ ...options, provider: name, model });
  if (price === undefined && options.budget !== undefined) {
    throw new UsageError(
      `--budget: the price of ${model} (${name}) is unknown; give --price-in and --price-out, US dollars a million tokens`,
    );
  }
  if (price?.assumed && options.budget !== undefined) {
    throw new UsageError(
      "--budget: the server on this machine may pass requests on to a vendor; give --price-in and --price-out, US dollars a million tokens, or 0 and 0 for a model of your own",
    );
  }
  const tier = options.settings?.["service_tier"];
  const isDearer = typeof tier === "string" && !NEVER_DEARER.has(tier);
  if (isDearer && options.budget !== undefined && options.priceIn === undefined) {
    throw new UsageError(
      `--budget: the rates of the tier ${JSON.stringify(tier)} (service_tier in --settings) are not known here, and may be higher than those of ${model}; give --price-in and --price-out, US dollars a million tokens`,
    );
  }
  return price;
}

/** The vendor's adapter, loaded on demand, since an SDK takes a while to load. */
async function vendor(options: ModelOptions, choice: ModelChoice): Promise<Provider> {
  try {
    return await vendorNamed(choice.provider).load({
      ...modelOf(options, choice),
      fetch: httpFetch(),
    });
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}

/**
 * The connection to a vendor's model, for calls and batches.
 *
 * @throws UsageError where the variable for its key is empty.
 */
export function modelOf(options: Partial<ModelOptions>, { model, file }: ModelChoice): VendorModel {
  const { dryRun, workers } = options;
  const { baseUrl: baseURL, keyEnv, timeout, ...settings } = settingsOf(options);
  const timeoutMs = timeout === undefined ? undefined : timeout * 1000;
  // A dry run sends nothing, nor does a run that waits for workers, so neither needs a key.
  const own = baseURL === undefined || workers ? undefined : serverKey(keyEnv);
  const apiKey = own ?? (dryRun || workers ? "none" : undefined);
  const isLoaded = file !== undefined && !dryRun && !workers;
  const onDownload = isLoaded ? toldDownload(say, file) : undefined;
  return { model, file, onDownload, ...settings, baseURL, apiKey, timeoutMs };
}

/** The settings among the options. */
function settingsOf(options: ModelSettings): ModelSettings {
  return Object.fromEntries(settingNames.map((name) => [name, options[name]]));
}

/** The key of a server that is not the vendor's own; the vendor's key is never sent there. */
function serverKey(keyEnv: string | undefined): string | undefined {
  const key = keyEnv && process.env[keyEnv];
  if (keyEnv === undefined || key) return key;
  throw new UsageError(`--key-env: the environment variable ${keyEnv} is not set or empty`);
}
