import { fingerprintTable, type JournalRecord, priceOf, type RunningCost, runningCost } from "@promptnce/providers";
import { templateOf } from "./reply-selection.ts";

/** What the replies of one model to one wording amount to; `usd` at today's prices, absent where they are not known. */
export type ReplyCount = ReturnType<typeof emptyCount> & { usd?: number };

/** A store, or what a filter leaves of it, in numbers. */
export type ReplyCounts = Awaited<ReturnType<typeof countReplies>>;

/** Counts records as they come, so that memory grows by some 30 bytes a request. */
export async function countReplies(records: AsyncIterable<JournalRecord>) {
  const groups = new Map<string, { readonly count: ReplyCount; readonly cost: RunningCost | undefined }>();
  const seen = fingerprintTable();
  for await (const record of records) {
    const { provider, model, key } = record;
    const template = templateOf(record);
    const name = JSON.stringify([provider, model, template]);
    let group = groups.get(name);
    if (group === undefined) {
      const price = await priceOf({ provider, model });
      group = { count: emptyCount(provider, model, template), cost: price && runningCost(price) };
      groups.set(name, group);
    }
    group.cost?.add(record);
    addTo(group.count, record);
    if (record.charge !== true) seen.add(key.slice(0, 16), 1);
  }
  const counted = Array.from(groups.values(), ({ count, cost }): ReplyCount => {
    return { ...count, ...(cost && { usd: cost.all().usd }) };
  });
  /** `requests`: different ones among all replies. */
  return { groups: counted, requests: seen.size };
}

function emptyCount(provider: string, model: string, template: string) {
  return {
    provider,
    model,
    template,
    replies: 0,
    /** Among them those asked for again, since the reply before could not be read. */
    again: 0,
    stops: { end: 0, length: 0, refusal: 0, other: 0, failed: 0 },
    inputTokens: 0,
    outputTokens: 0,
    /** Without token counts: in no sum of tokens. */
    withoutUsage: 0,
    /** Calls that may have been charged and left nothing. */
    charges: 0,
  };
}

function addTo(group: ReplyCount, { reply, attempt, charge }: JournalRecord): void {
  if (charge === true) return void group.charges++;
  group.stops[reply.stop]++;
  if (reply.failure) return;
  group.replies++;
  if (attempt !== undefined) group.again++;
  group.inputTokens += reply.usage?.inputTokens ?? 0;
  group.outputTokens += reply.usage?.outputTokens ?? 0;
  if (reply.usage === undefined) group.withoutUsage++;
}
