import type { Reply } from "@promptnce/core";
import { asProperty, dollarText, type WriteOption } from "@promptnce/core/errors";
import type { ModelIdentity } from "@promptnce/providers";
import { type Price, replyCost } from "./price.ts";
import { type OwnPrices, priceOf } from "./prices.ts";
import { mostUsage } from "./reply-length.ts";
import { type FingerprintTable, fingerprintTable } from "../store/fingerprint-table.ts";
import type { StoredReplies, StoreEntry, EntryReply } from "../store/store.ts";

/**
 * The cost in US dollars of a model's entries in a store: every attempt, and every call that may
 * have been charged.
 *
 * @example
 * import { openJournal } from "@promptnce/engine/journal";
 * const journal = openJournal("replies.jsonl");
 * const price = { cost: ({ inputTokens }) => inputTokens * 1e-6, source: "ours" };
 * const usd = await spentOn({ name: "openai", model: "gpt-4o-mini" }, price, journal);
 * journal.close();
 * usd; // → 0.00008
 */
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

/** The running sum of the cost of entries. */
export interface RunningCost {
  /** Adds an entry; a failure that was not charged costs nothing. */
  add(entry: StoreEntry): void;
  /** The sums so far. */
  all(): {
    /** US dollars for all entries, calls without a reply included. */
    readonly usd: number;
    /** The number of calls that may have been charged but left no reply. */
    readonly charges: number;
    /** The most that these calls may have cost, in US dollars; a part of `usd`. */
    readonly chargesUsd: number;
  };
}

/**
 * Sums the cost of entries in US dollars; where the price is unknown, entries cost nothing. A reply
 * without token counts, and a charged call without a reply, counts at its maximum cost. A call that
 * was under way when its run was killed, with nothing else known about it, counts as the mean of
 * the others.
 *
 * @example
 * import { readJournal } from "@promptnce/engine/journal";
 * const price = { cost: ({ inputTokens }) => inputTokens * 1e-6, source: "ours" };
 * const sum = runningCost(price);
 * for (const entry of readJournal("replies.jsonl")) sum.add(entry);
 * sum.all().usd; // → 0.00008
 */
export function runningCost(price: Price | undefined): RunningCost {
  let [usd, priced, charges, chargesUsd, killed] = [0, 0, 0, 0, 0];
  return {
    add(entry) {
      const { charge = false, reply, prompt } = entry;
      if (charge) charges++;
      if (price === undefined || (reply.failure !== undefined && !charge)) return;
      if (charge && prompt === "" && reply.usage === undefined) return void killed++;
      const cost = replyCost(reply, price) ?? price.cost(mostUsage(entry, entry, price.plain));
      usd += cost;
      if (charge) chargesUsd += cost;
      else priced++;
    },
    all() {
      const lost = chargesUsd + (priced === 0 ? 0 : (killed * (usd - chargesUsd)) / priced);
      return { usd: usd - chargesUsd + lost, charges, chargesUsd: lost };
    },
  };
}

/**
 * The cost of replies, whenever they were paid for; replies from a batch count at the batch price.
 */
export interface Cost {
  /** US dollars for the replies behind a result, over the models whose price is known. */
  readonly usd: number;
  readonly models: readonly {
    readonly provider: string;
    readonly model: string;
    /** US dollars; null where the price is unknown. */
    readonly usd: number | null;
    /** The source of the price. */
    readonly price: string;
  }[];
  /**
   * US dollars that the servers themselves state for the replies behind a result; absent where none
   * states it of each.
   */
  readonly statedUsd?: number;
  /** Replies without token counts: their cost is in no sum. */
  readonly withoutUsage: number;
  /** US dollars for all stored replies of these models, and for the `charges`. */
  readonly storeUsd: number;
  /** Stored calls that may have been charged but left no reply. */
  readonly charges: number;
  /** The most that these calls may have cost, in US dollars. */
  readonly chargesUsd: number;
}

/**
 * The totals and the cost of the replies with these keys, summed call by call in one pass over the
 * store.
 *
 * @param about `models`: the models asked, where duplicates count once; `writeOption`: how advice
 *   on an unknown price writes options, by default as a program sets them.
 */
export async function spending(
  store: StoredReplies,
  keys: readonly FingerprintTable[],
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
  let stated: number | undefined = 0;
  for await (const entry of store.entries()) {
    const sum = sums.get(idOf(entry.provider, entry.model));
    sum?.inStore.add(entry);
    if (entry.charge === true || !keys.some((some) => some.get(entry.key) !== undefined)) continue;
    add(entry);
    const { usage, failure } = entry.reply;
    const { statedUsd } = usage ?? {};
    if (failure === undefined)
      stated = stated === undefined || statedUsd === undefined ? undefined : stated + statedUsd;
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
      ...(stated !== undefined && totals.replies > 0 && { statedUsd: stated }),
      withoutUsage: totals.withoutUsage,
      storeUsd: total(({ usd }) => usd),
      charges: total(({ charges }) => charges),
      chargesUsd: total(({ chargesUsd }) => chargesUsd),
    },
  };
}

/**
 * The cost of a run of one model, as a sentence for people.
 *
 * @example
 * const models = [{ provider: "openai", model: "gpt-5-mini", usd: 0.5, price: "given prices" }];
 * const store = { storeUsd: 0.75, charges: 0, chargesUsd: 0, withoutUsage: 0 };
 * const text = costText({ usd: 0.5, models, ...store });
 * text.startsWith("The replies used here cost $0.50"); // → true
 */
export function costText(cost: Cost): string {
  const {
    usd,
    models: [one],
    storeUsd,
    charges,
    chargesUsd,
    statedUsd,
  } = cost;
  const stated =
    statedUsd === undefined ? "" : ` Their server itself states ${dollarText(statedUsd)} for them.`;
  if (one?.usd == null) return `What that cost is ${one?.price ?? "unknown"}.${stated}`;
  const lost =
    chargesUsd === 0
      ? ""
      : `, up to ${dollarText(chargesUsd)} of it for ${charges} ${charges === 1 ? "call" : "calls"} that left no reply`;
  return `The replies used here cost ${dollarText(usd)} (${one.price}); all replies of the model ${one.model} in the store cost ${dollarText(storeUsd)}${lost}.${stated}`;
}

/** The totals of a store, or of a part of it. */
export interface Totals {
  /** Replies received, including repeats of one request: each was paid for. */
  readonly replies: number;
  /** Distinct requests that have a reply or failed for good. */
  readonly requests: number;
  /** How requests ended; those that `failed` are not replies. */
  readonly stops: Readonly<Record<Reply["stop"], number>>;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Replies without token counts: the sums above omit them. */
  readonly withoutUsage: number;
}

/**
 * The replies and tokens of entries: all those of a store, or some of them.
 *
 * @example
 * import { readJournal } from "@promptnce/engine/journal";
 * totals(readJournal("replies.jsonl")); // → { replies: 2, inputTokens: 80, outputTokens: 24 }
 */
export function totals(entries: Iterable<EntryReply>): Totals {
  const { sum, add } = runningTotals();
  for (const entry of entries) {
    if (entry.charge !== true) add(entry);
  }
  return sum;
}

/**
 * {@link totals} that entries are added to one by one. Memory holds some 30 bytes a request.
 *
 * @example
 * import { readJournal } from "@promptnce/engine/journal";
 * const { sum, add } = runningTotals();
 * for (const entry of readJournal("replies.jsonl")) add(entry);
 * sum; // → { replies: 2, inputTokens: 80, outputTokens: 24 }
 */
export function runningTotals(): {
  readonly sum: Totals;
  readonly add: (entry: EntryReply) => void;
} {
  const keys = fingerprintTable();
  const stops = { end: 0, length: 0, refusal: 0, other: 0, failed: 0 };
  const sum = { replies: 0, requests: 0, stops, inputTokens: 0, outputTokens: 0, withoutUsage: 0 };
  const add = ({ key, reply: { stop, usage } }: EntryReply): void => {
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
