import { fingerprintTable, type JournalRecord, priceOf, runningCost, runningTotals } from "@promptnce/providers";
import { templateOf } from "./reply-selection.ts";

/** A store, or what a filter leaves of it, in numbers. */
export type ReplyCounts = Awaited<ReturnType<typeof countReplies>>;

/** What the replies of one model to one wording amount to; `usd` at today's prices, absent where they are not known. */
export type ReplyCount = ReplyCounts["groups"][number];

/** Counts records as they come, so that memory grows by some 60 bytes a request. */
export async function countReplies(records: AsyncIterable<JournalRecord>) {
  const groups = new Map<string, Awaited<ReturnType<typeof noReplies>>>();
  const seen = fingerprintTable();
  for await (const record of records) {
    const { provider, model, key, attempt, charge, reply } = record;
    const template = templateOf(record);
    const name = JSON.stringify([provider, model, template]);
    const group = groups.get(name) ?? (await noReplies(provider, model, template));
    groups.set(name, group);
    group.cost.add(record);
    if (charge === true) continue;
    seen.add(key.slice(0, 16), 1);
    group.totals.add(record);
    if (attempt !== undefined && !reply.failure) group.names.again++;
  }
  const counted = Array.from(groups.values(), ({ names, price, cost, totals }) => {
    const { requests: _, ...sum } = totals.sum;
    const { charges, usd } = cost.all();
    return { ...names, ...sum, charges, ...(price && { usd }) };
  });
  /** `requests`: different ones among all replies. */
  return { groups: counted, requests: seen.size };
}

/** `again`: replies asked for once more, since the one before could not be read. */
async function noReplies(provider: string, model: string, template: string) {
  const price = await priceOf({ provider, model });
  return { names: { provider, model, template, again: 0 }, price, cost: runningCost(price), totals: runningTotals() };
}
