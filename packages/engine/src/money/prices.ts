import type { Usage } from "@promptnce/core";
import { OptionError } from "@promptnce/core/errors";
import { isPlain, vendors } from "@promptnce/providers/vendors";
import { decisionPrice } from "./decision-prices.ts";
import type { Price } from "./price.ts";

/** The user's own prices in US dollars a million tokens: both or neither. */
export interface OwnPrices {
  readonly priceIn?: number | undefined;
  readonly priceOut?: number | undefined;
  /**
   * The address of the server, if it is not the vendor's; one on this machine is taken to cost
   * nothing.
   */
  readonly baseUrl?: string | undefined;
}

export interface PriceOptions extends OwnPrices {
  /** The provider's name: `anthropic`, `openai`, `openai-compatible`, `llama`, `simulated`. */
  readonly provider: string;
  readonly model: string;
}

/** Both vendors charge half the price for batches. */
const BATCH_SHARE = 0.5;

/**
 * The price of a model: the user's own where given, otherwise the one in the table of
 * `@pydantic/genai-prices`. `undefined` means that the price is unknown, not that it is 0. The
 * simulated respondent and a model in this process cost nothing; nor, as is assumed, does a server
 * on this machine. Any other server is looked up by its address alone, whatever its models are called.
 *
 * A price may rise with the length of a call, so costs are summed call by call.
 *
 * @throws OptionError where only one of the user's two prices is given, or one is below zero.
 * @example
 * const price = await priceOf({ provider: "ours", model: "large", priceIn: 1, priceOut: 2 });
 * price.cost({ inputTokens: 1e6, outputTokens: 1e6 }); // → 3
 */
export async function priceOf(options: PriceOptions): Promise<Price | undefined> {
  const { provider, priceIn, priceOut, baseUrl = "" } = options;
  if (priceIn !== undefined || priceOut !== undefined) {
    return priced(options, "given prices", given(priceIn, priceOut));
  }
  const { hostname } = URL.parse(baseUrl) ?? {};
  if (hostname !== undefined && /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) {
    return { cost: () => 0, source: "a server on this machine", assumed: true };
  }
  if (provider === "simulated") return { cost: () => 0, source: "simulated" };
  const vendorPrice = vendors.find(({ name }) => name === provider)?.price;
  if (vendorPrice !== undefined && vendorPrice !== "listed")
    return { cost: () => 0, source: vendorPrice.free };
  if (vendorPrice === undefined && hostname === undefined) return undefined;
  const decided = decisionPrice(options);
  if (decided !== undefined) return priced(options, decided.source, (usage) => decided.cost(usage));
  const table = await fromTable(options);
  return table && priced(options, "@pydantic/genai-prices", table);
}

/**
 * A price, with a batch price where the vendor itself is called and offers batches. A model's name
 * tells how it answers only there: another server may give any model any name.
 */
function priced(
  { provider, model, baseUrl }: PriceOptions,
  source: string,
  cost: Price["cost"],
): Price {
  const hasBatch = vendors.some(({ name, batch }) => name === provider && batch !== undefined);
  const isVendors = baseUrl === undefined && vendors.some(({ name }) => name === provider);
  const plain = isVendors && isPlain({ name: provider, model });
  return {
    cost,
    source,
    plain,
    ...(hasBatch && { batchCost: (usage) => BATCH_SHARE * cost(usage) }),
  };
}

function given(priceIn: number | undefined, priceOut: number | undefined): Price["cost"] {
  if (priceIn === undefined || priceOut === undefined) {
    throw new OptionError(
      priceIn === undefined ? "priceIn" : "priceOut",
      "a price for input needs a price for output, and vice versa; give both, in US dollars a million tokens",
    );
  }
  for (const [option, price] of Object.entries({ priceIn, priceOut })) {
    if (price >= 0 && Number.isFinite(price)) continue;
    throw new OptionError(option, `give US dollars a million tokens, 0 or more, not ${price}`);
  }
  return ({ inputTokens, outputTokens }) =>
    (inputTokens * priceIn + outputTokens * priceOut) / 1_000_000;
}

/**
 * The price in the table, which holds every vendor's models and is loaded only here; `undefined`
 * where it is not listed.
 */
async function fromTable({
  provider,
  model: named,
  baseUrl,
}: PriceOptions): Promise<Price["cost"] | undefined> {
  const { calcPrice } = await import("@pydantic/genai-prices");
  const timestamp = new Date();
  // A model of the AI SDK is named after its vendor's package: @ai-sdk/google:NAME.
  const [, id = provider, model = named] = /^@ai-sdk\/([^:]+):(.*)/s.exec(named) ?? [];
  const server = baseUrl === undefined ? { providerId: id } : { providerApiUrl: baseUrl };
  const calculate = (usage: Usage): ReturnType<typeof calcPrice> =>
    calcPrice(tableUsage(usage), model, { ...server, timestamp });
  const found = calculate({ inputTokens: 1, outputTokens: 1 });
  // A model without a listed price for one direction is not free in that direction.
  if (found === null || !(found.input_price > 0 && found.output_price > 0)) return undefined;
  return (usage) => calculate(usage)?.total_price ?? Number.NaN;
}

/** A usage as the table takes it: tokens read from a cache, and written to it, have rates of their own. */
function tableUsage(usage: Usage) {
  const { inputTokens, outputTokens } = usage;
  const { cachedTokens = 0, cacheWriteTokens = 0, cacheWriteHourTokens = 0 } = usage;
  const counts = { input_tokens: inputTokens, output_tokens: outputTokens };
  // Counts that contradict each other are charged as if there were no cache.
  if (cachedTokens + cacheWriteTokens > inputTokens || cacheWriteHourTokens > cacheWriteTokens)
    return counts;
  return {
    ...counts,
    ...(cachedTokens > 0 && { cache_read_tokens: cachedTokens }),
    ...(cacheWriteTokens > 0 && { cache_write_tokens: cacheWriteTokens }),
    ...(cacheWriteHourTokens > 0 && { cache_write_1h_tokens: cacheWriteHourTokens }),
  };
}
