import type { Provider } from "@promptnce/core";
import { type OwnPrices, type Price, priceFor, replyCost } from "./prices.ts";
import type { FingerprintTable } from "../store/fingerprint-table.ts";
import type { StoredReplies } from "../store/store.ts";
import { runningTotals, type Totals } from "./totals.ts";

type Model = Pick<Provider, "name" | "model">;

/** US dollars that the store's replies of a model cost at a price, every attempt counted. */
export async function spentOn({ name, model }: Model, price: Price, store: StoredReplies): Promise<number> {
  let sum = 0;
  for await (const { provider, model: of, reply } of store.entries()) {
    if (provider === name && of === model) sum += replyCost(reply, price) ?? 0;
  }
  return sum;
}

/** What replies cost, whenever they were paid for; those of a vendor's batch at its price. */
export interface Cost {
  /** US dollars of the replies that a result rests on, of the models whose price is known. */
  readonly usd: number;
  readonly models: readonly {
    readonly provider: string;
    readonly model: string;
    /** US dollars; null where nobody knows the price. */
    readonly usd: number | null;
    /** Where the price is from. */
    readonly price: string;
  }[];
  /** Replies whose vendor gave no token counts: their cost is in no sum. */
  readonly withoutUsage: number;
  /** US dollars of all replies of these models that the store holds. */
  readonly storeUsd: number;
}

/** What the replies that a result rests on amount to, and what they cost. */
export interface Spending {
  readonly totals: Totals;
  readonly cost: Cost;
}

/**
 * Reads a store once and sums up, call by call, the replies with these keys.
 *
 * @param models Who was asked; one that is named twice counts once.
 */
export async function spending(
  store: StoredReplies,
  keys: readonly Pick<FingerprintTable, "get">[],
  { models, prices }: { readonly models: readonly Model[]; readonly prices: OwnPrices },
): Promise<Spending> {
  const idOf = (provider: string, model: string): string => JSON.stringify([provider, model]);
  const sums = new Map<string, Model & { readonly price: Price | undefined; usd: number; storeUsd: number }>();
  for (const { name, model } of models) {
    const id = idOf(name, model);
    if (sums.has(id)) continue;
    sums.set(id, { name, model, price: await priceFor(prices, { name, model }), usd: 0, storeUsd: 0 });
  }
  const totals = runningTotals();
  for await (const entry of store.entries()) {
    const sum = sums.get(idOf(entry.provider, entry.model));
    const usd = sum?.price === undefined ? 0 : (replyCost(entry.reply, sum.price) ?? 0);
    if (sum) sum.storeUsd += usd;
    if (!keys.some((some) => some.get(entry.key) !== undefined)) continue;
    totals.add(entry);
    if (sum) sum.usd += usd;
  }
  const all = [...sums.values()];
  return {
    totals: totals.sum,
    cost: {
      usd: all.reduce((total, { usd }) => total + usd, 0),
      models: all.map(({ name, model, price, usd }) => ({
        provider: name,
        model,
        usd: price ? usd : null,
        price: price?.source ?? "unknown: give --price-in and --price-out",
      })),
      withoutUsage: totals.sum.withoutUsage,
      storeUsd: all.reduce((total, { storeUsd }) => total + storeUsd, 0),
    },
  };
}

/** What a run of one model cost, as a sentence for people. */
export function costText({ usd, models: [one], storeUsd }: Cost): string {
  if (one?.usd == null) return "What that cost is unknown: give --price-in and --price-out.";
  return `The replies that this rests on cost $${usd.toFixed(2)} (${one.price}); all of ${one.model} in the store, $${storeUsd.toFixed(2)}.`;
}
