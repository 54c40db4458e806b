import type { Provider, Reply } from "@promptnce/core";
import { type OwnPrices, type Price, priceOf, replyCost } from "./prices.ts";
import { type FingerprintTable, fingerprintTable } from "../store/fingerprint-table.ts";
import type { StoredReplies, StoreEntry } from "../store/store.ts";

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

/**
 * Reads a store once and sums up, call by call, the replies with these keys.
 *
 * @param models Who was asked; one that is named twice counts once.
 */
export async function spending(
  store: StoredReplies,
  keys: readonly Pick<FingerprintTable, "get">[],
  { models, prices }: { readonly models: readonly Model[]; readonly prices: OwnPrices },
): Promise<{ readonly totals: Totals; readonly cost: Cost }> {
  const idOf = (provider: string, model: string): string => JSON.stringify([provider, model]);
  const sums = new Map<string, Model & { readonly price: Price | undefined; usd: number; storeUsd: number }>();
  for (const { name, model } of models) {
    const id = idOf(name, model);
    if (sums.has(id)) continue;
    sums.set(id, { name, model, price: await priceOf({ ...prices, provider: name, model }), usd: 0, storeUsd: 0 });
  }
  const { sum: totals, add } = runningTotals();
  for await (const entry of store.entries()) {
    const sum = sums.get(idOf(entry.provider, entry.model));
    const usd = sum?.price === undefined ? 0 : (replyCost(entry.reply, sum.price) ?? 0);
    if (sum) sum.storeUsd += usd;
    if (!keys.some((some) => some.get(entry.key) !== undefined)) continue;
    add(entry);
    if (sum) sum.usd += usd;
  }
  const all = [...sums.values()];
  return {
    totals,
    cost: {
      usd: all.reduce((total, { usd }) => total + usd, 0),
      models: all.map(({ name, model, price, usd }) => ({
        provider: name,
        model,
        usd: price ? usd : null,
        price: price?.source ?? "unknown: give --price-in and --price-out",
      })),
      withoutUsage: totals.withoutUsage,
      storeUsd: all.reduce((total, { storeUsd }) => total + storeUsd, 0),
    },
  };
}

/** What a run of one model cost, as a sentence for people. */
export function costText({ usd, models: [one], storeUsd }: Cost): string {
  if (one?.usd == null) return "What that cost is unknown: give --price-in and --price-out.";
  return `The replies that this rests on cost $${usd.toFixed(2)} (${one.price}); all of ${one.model} in the store, $${storeUsd.toFixed(2)}.`;
}

/** What a store, or a part of it, amounts to. */
export interface Totals {
  /** Replies received, repeats of one request included: each was paid for. */
  readonly replies: number;
  /** Different requests among them. */
  readonly requests: number;
  /** Replies by how they ended. */
  readonly stops: Readonly<Record<Reply["stop"], number>>;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Replies whose vendor gave no token counts: the sums above leave them out. */
  readonly withoutUsage: number;
}

/** Counts the replies and tokens of the entries given: those of a store, or some of them. */
export function totals(entries: Iterable<Pick<StoreEntry, "key" | "reply">>): Totals {
  const { sum, add } = runningTotals();
  for (const entry of entries) add(entry);
  return sum;
}

/** {@link totals} of nothing so far. In memory there are some 30 bytes for each request. */
function runningTotals() {
  const keys = fingerprintTable();
  const stops = { end: 0, length: 0, refusal: 0, other: 0, failed: 0 };
  const sum = { replies: 0, requests: 0, stops, inputTokens: 0, outputTokens: 0, withoutUsage: 0 };
  const add = ({ key, reply: { stop, usage } }: Pick<StoreEntry, "key" | "reply">): void => {
    sum.replies++;
    if (keys.add(key, 1) === 1) sum.requests++;
    stops[stop]++;
    sum.inputTokens += usage?.inputTokens ?? 0;
    sum.outputTokens += usage?.outputTokens ?? 0;
    if (usage === undefined) sum.withoutUsage++;
  };
  return { sum, add };
}
