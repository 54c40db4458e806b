import type { Usage } from "@promptnce/core";
import { OptionError } from "@promptnce/core/errors";
import { isPlain, vendors } from "@promptnce/providers/vendors";
import type { Price } from "./price.ts";

/** What the user says that a million tokens cost, in US dollars; both or neither. */
export interface OwnPrices {
  readonly priceIn?: number | undefined;
  readonly priceOut?: number | undefined;
  /** Where the model is served, if not by its vendor: what answers on this machine costs nothing. */
  readonly baseUrl?: string | undefined;
}

export interface PriceOptions extends OwnPrices {
  /** The provider's name: `anthropic`, `openai`, `openai-compatible`, `llama`, `simulated`. */
  readonly provider: string;
  readonly model: string;
}

/** Both vendors' batches take half of the price. */
const BATCH_SHARE = 0.5;

/**
 * The price of a model: the user's own where it is given, or that of the table kept by `@pydantic/genai-prices`;
 * `undefined` where nobody knows it, which is not the same as nothing. The simulated respondent, a model in this
 * process and a server on this machine cost nothing. Any other server is known by its address, or not at all, whatever its
 * models are called.
 *
 * A price may rise with the length of one call, so costs are summed call by call.
 *
 * @throws OptionError where only one of the user's two prices is given, or one is below zero.
 */
export async function priceOf(options: PriceOptions): Promise<Price | undefined> {
  const { provider, priceIn, priceOut, baseUrl = "" } = options;
  if (priceIn !== undefined || priceOut !== undefined) {
    return priced(options, "given prices", given(priceIn, priceOut));
  }
  const { hostname } = URL.parse(baseUrl) ?? {};
  if (hostname !== undefined && /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) {
    return { cost: () => 0, source: "a server on this machine" };
  }
  if (provider === "simulated") return { cost: () => 0, source: "simulated" };
  const own = vendors.find(({ name }) => name === provider)?.price;
  if (own !== undefined && own !== "listed") return { cost: () => 0, source: own.free };
  if (own === undefined && hostname === undefined) return undefined;
  const table = await fromTable(options);
  return table && priced(options, "@pydantic/genai-prices", table);
}

/** With a batch's price where the vendor itself is asked, and has one. */
function priced({ provider, model }: PriceOptions, source: string, cost: Price["cost"]): Price {
  const hasBatch = vendors.some(({ name, batch }) => name === provider && batch !== undefined);
  const plain = isPlain({ name: provider, model });
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
      "a price for input needs one for output, and the other way round; give both, in US dollars a million tokens",
    );
  }
  for (const [option, price] of Object.entries({ priceIn, priceOut })) {
    if (price >= 0 && Number.isFinite(price)) continue;
    throw new OptionError(option, `give US dollars a million tokens, 0 or more, not ${price}`);
  }
  return ({ inputTokens, outputTokens }) =>
    (inputTokens * priceIn + outputTokens * priceOut) / 1_000_000;
}

/** The table is loaded when it is asked for: it holds every vendor's models. */
async function fromTable({
  provider,
  model: named,
  baseUrl,
}: PriceOptions): Promise<Price["cost"] | undefined> {
  const { calcPrice } = await import("@pydantic/genai-prices");
  const timestamp = new Date();
  // A package of the AI SDK is called as the vendor that it is for: @ai-sdk/google:NAME.
  const [, id = provider, model = named] = /^@ai-sdk\/([^:]+):(.*)/s.exec(named) ?? [];
  const server = baseUrl === undefined ? { providerId: id } : { providerApiUrl: baseUrl };
  const calculate = ({ inputTokens, outputTokens }: Usage): ReturnType<typeof calcPrice> =>
    calcPrice({ input_tokens: inputTokens, output_tokens: outputTokens }, model, {
      ...server,
      timestamp,
    });
  const found = calculate({ inputTokens: 1, outputTokens: 1 });
  // A model without a price for one direction is not free in it.
  if (found === null || !(found.input_price > 0 && found.output_price > 0)) return undefined;
  return (usage) => calculate(usage)?.total_price ?? Number.NaN;
}
