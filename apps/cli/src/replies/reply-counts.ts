import { fingerprintTable, type JournalRecord, priceOf, type RunningCost, runningCost } from "@promptnce/providers";
import type { Reply } from "@promptnce/core";
import { templateOf } from "./reply-selection.ts";

/** What the replies of one model to one wording amount to. */
export interface ReplyCount {
  readonly provider: string;
  readonly model: string;
  readonly template: string;
  replies: number;
  /** Among them those asked for again, since the reply before could not be read. */
  again: number;
  readonly stops: Record<Reply["stop"], number>;
  inputTokens: number;
  outputTokens: number;
  /** Without token counts: in no sum of tokens. */
  withoutUsage: number;
  /** Calls that may have been charged and left nothing. */
  charges: number;
  /** US dollars at today's prices; absent where the model's price is not known. */
  usd?: number;
}

/** A journal, or what a filter leaves of it, in numbers. */
export interface ReplyCounts {
  readonly groups: readonly ReplyCount[];
  /** Different requests among all replies. */
  readonly requests: number;
}

/** Counts records as they come, so that memory grows by some 30 bytes a request. */
export async function countReplies(records: Iterable<JournalRecord>): Promise<ReplyCounts> {
  const groups = new Map<string, { readonly count: ReplyCount; readonly cost: RunningCost | undefined }>();
  const seen = fingerprintTable();
  for (const record of records) {
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
  const counted = Array.from(groups.values(), ({ count, cost }) => ({
    ...count,
    ...(cost && { usd: cost.all().usd }),
  }));
  return { groups: counted, requests: seen.size };
}

function emptyCount(provider: string, model: string, template: string): ReplyCount {
  const stops = { end: 0, length: 0, refusal: 0, other: 0, failed: 0 };
  const numbers = { replies: 0, again: 0, inputTokens: 0, outputTokens: 0, withoutUsage: 0, charges: 0 };
  return { provider, model, template, stops, ...numbers };
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
