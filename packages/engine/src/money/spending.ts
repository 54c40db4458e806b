import type { Reply } from "@promptnce/core";
import { asProperty, type WriteOption } from "@promptnce/core/errors";
import type { ModelIdentity } from "@promptnce/providers";
import { type Price, replyCost } from "./price.ts";
import { type OwnPrices, priceOf } from "./prices.ts";
import { mostUsage } from "./reply-length.ts";
import { type FingerprintTable, fingerprintTable } from "../store/fingerprint-table.ts";
import type { StoredReplies, StoreEntry } from "../store/store.ts";

/** US dollars that a model's entries in a store cost: each attempt, and each call that may have been charged. */
export async function spentOn(
  { name, model }: ModelIdentity,
  price: Price,
  store: StoredReplies,
): Promise<number> {
  const sum = runningCost(price);
  for await (const entry of store.entries()) {
    if (entry.provider === name && entry.model === model) sum.add(entry);
  }
  return sum.all().usd;
}

export type RunningCost = ReturnType<typeof runningCost>;

/**
 * Sums up what entries cost, in US dollars; what the price is unknown of costs nothing. A reply without token counts,
 * and a call that was charged and gave none, counts as the most that it may have cost; one that was under way when its
 * run was killed, and of which nothing more is known, as the mean of the others.
 */
export function runningCost(price: Price | undefined) {
  let [usd, priced, charges, chargesUsd, killed] = [0, 0, 0, 0, 0];
  return {
    add(entry: StoreEntry): void {
      const { charge = false, reply, prompt } = entry;
      if (charge) charges++;
      if (price === undefined || (reply.failure !== undefined && !charge)) return;
      if (charge && prompt === "" && reply.usage === undefined) return void killed++;
      const cost = replyCost(reply, price) ?? price.cost(mostUsage(entry, entry, price.plain));
      usd += cost;
      if (charge) chargesUsd += cost;
      else priced++;
    },
    /** `chargesUsd` of the `usd` are for so many calls that left nothing, at most. */
    all(): { readonly usd: number; readonly charges: number; readonly chargesUsd: number } {
      const lost = chargesUsd + (priced === 0 ? 0 : (killed * (usd - chargesUsd)) / priced);
      return { usd: usd - chargesUsd + lost, charges, chargesUsd: lost };
    },
  };
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
  /** US dollars of all replies of these models that the store holds, and of the calls below. */
  readonly storeUsd: number;
  /** Calls in the store that may have been charged and left nothing. */
  readonly charges: number;
  /** US dollars of these calls, at most. */
  readonly chargesUsd: number;
}

/**
 * Reads a store once and sums up, call by call, the replies with these keys.
 *
 * @param about Who was asked, of whom one that is named twice counts once; `writeOption`: how the advice on a price that
 *   nobody knows writes options, as a program sets them if not given.
 */
export async function spending(
  store: StoredReplies,
  keys: readonly Pick<FingerprintTable, "get">[],
  about: {
    readonly models: readonly ModelIdentity[];
    readonly prices: OwnPrices;
    readonly writeOption?: WriteOption;
  },
): Promise<{ readonly totals: Totals; readonly cost: Cost }> {
  const { models, prices, writeOption: write = asProperty } = about;
  const unknown = `unknown: give ${write("priceIn")} and ${write("priceOut")}`;
  const idOf = (provider: string, model: string): string => JSON.stringify([provider, model]);
  const asked = await Array.fromAsync(models, async ({ name, model }) => {
    const price = await priceOf({ ...prices, provider: name, model });
    return { name, model, price, usd: 0, inStore: runningCost(price) };
  });
  const sums = new Map(asked.map((one) => [idOf(one.name, one.model), one]));
  const { sum: totals, add } = runningTotals();
  for await (const entry of store.entries()) {
    const sum = sums.get(idOf(entry.provider, entry.model));
    sum?.inStore.add(entry);
    if (entry.charge === true || !keys.some((some) => some.get(entry.key) !== undefined)) continue;
    add(entry);
    if (sum?.price) sum.usd += replyCost(entry.reply, sum.price) ?? 0;
  }
  const all = [...sums.values()];
  const inStore = all.map((one) => one.inStore.all());
  const total = (of: (one: (typeof inStore)[number]) => number): number =>
    inStore.reduce((n, one) => n + of(one), 0);
  return {
    totals,
    cost: {
      usd: all.reduce((sum, { usd }) => sum + usd, 0),
      models: all.map(({ name, model, price, usd }) => ({
        provider: name,
        model,
        usd: price ? usd : null,
        price: price?.source ?? unknown,
      })),
      withoutUsage: totals.withoutUsage,
      storeUsd: total(({ usd }) => usd),
      charges: total(({ charges }) => charges),
      chargesUsd: total(({ chargesUsd }) => chargesUsd),
    },
  };
}

/** What a run of one model cost, as a sentence for people. */
export function costText({ usd, models: [one], storeUsd, charges, chargesUsd }: Cost): string {
  if (one?.usd == null) return `What that cost is ${one?.price ?? "unknown"}.`;
  const lost =
    charges === 0
      ? ""
      : `, up to $${chargesUsd.toFixed(2)} of it for ${charges} calls that left nothing`;
  return `The replies that this rests on cost $${usd.toFixed(2)} (${one.price}); all of ${one.model} in the store, $${storeUsd.toFixed(2)}${lost}.`;
}

/** What a store, or a part of it, amounts to. */
export interface Totals {
  /** Replies received, repeats of one request included: each was paid for. */
  readonly replies: number;
  /** Different requests that have a reply or failed for good. */
  readonly requests: number;
  /** How requests ended; `failed` are no replies. */
  readonly stops: Readonly<Record<Reply["stop"], number>>;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Replies whose vendor gave no token counts: the sums above leave them out. */
  readonly withoutUsage: number;
}

/** Counts the replies and tokens of the entries given: those of a store, or some of them. */
export function totals(entries: Iterable<Pick<StoreEntry, "key" | "reply" | "charge">>): Totals {
  const { sum, add } = runningTotals();
  for (const entry of entries) {
    if (entry.charge !== true) add(entry);
  }
  return sum;
}

type Counted = Pick<StoreEntry, "key" | "reply">;

/** {@link totals} of nothing so far. In memory there are some 30 bytes for each request. */
export function runningTotals(): { readonly sum: Totals; readonly add: (entry: Counted) => void } {
  const keys = fingerprintTable();
  const stops = { end: 0, length: 0, refusal: 0, other: 0, failed: 0 };
  const sum = { replies: 0, requests: 0, stops, inputTokens: 0, outputTokens: 0, withoutUsage: 0 };
  const add = ({ key, reply: { stop, usage } }: Counted): void => {
    if (keys.add(key, 1) === 1) sum.requests++;
    stops[stop]++;
    if (stop === "failed") return;
    sum.replies++;
    sum.inputTokens += usage?.inputTokens ?? 0;
    sum.outputTokens += usage?.outputTokens ?? 0;
    if (usage === undefined) sum.withoutUsage++;
  };
  return { sum, add };
}
