import type { Provider } from "@promptnce/core";
import { type Price, priceOf } from "./prices.ts";

/** What the user says that a million tokens cost, in US dollars; both or neither. */
export interface OwnPrices {
  readonly priceIn?: number | undefined;
  readonly priceOut?: number | undefined;
}

/** The price of a model: the user's, or the kept table's; nothing where it is unknown. */
export function priceFor(
  { priceIn, priceOut }: OwnPrices,
  { name, model }: Pick<Provider, "name" | "model">,
): Promise<Price | undefined> {
  const own = priceIn !== undefined && priceOut !== undefined ? { priceIn, priceOut } : {};
  return priceOf({ provider: name, model, ...own });
}
