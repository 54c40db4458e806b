import { fingerprintTable, type JournalRecord, type Price, priceOf, replyCost } from "@promptnce/providers";
import type { Reply } from "@promptnce/core";
import type { TemplateOf } from "./template-of.ts";

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
  /** Without token counts: in neither the tokens nor the cost. */
  withoutUsage: number;
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
export async function countReplies(records: Iterable<JournalRecord>, templateOf: TemplateOf): Promise<ReplyCounts> {
  const groups = new Map<string, ReplyCount>();
  const prices = new Map<string, Price | undefined>();
  const seen = fingerprintTable();
  for (const record of records) {
    const { provider, model, key } = record;
    const template = templateOf(record);
    const name = JSON.stringify([provider, model, template]);
    const group = groups.get(name) ?? emptyCount(provider, model, template);
    groups.set(name, group);
    const priced = JSON.stringify([provider, model]);
    if (!prices.has(priced)) prices.set(priced, await priceOf({ provider, model }));
    addTo(group, record, prices.get(priced));
    seen.add(key.slice(0, 16), 1);
  }
  return { groups: [...groups.values()], requests: seen.size };
}

function emptyCount(provider: string, model: string, template: string): ReplyCount {
  const stops = { end: 0, length: 0, refusal: 0, other: 0, failed: 0 };
  const numbers = { replies: 0, again: 0, inputTokens: 0, outputTokens: 0, withoutUsage: 0 };
  return { provider, model, template, stops, ...numbers };
}

function addTo(group: ReplyCount, { reply, attempt }: JournalRecord, price?: Price): void {
  group.replies++;
  if (attempt !== undefined) group.again++;
  group.stops[reply.stop]++;
  group.inputTokens += reply.usage?.inputTokens ?? 0;
  group.outputTokens += reply.usage?.outputTokens ?? 0;
  if (reply.usage === undefined) group.withoutUsage++;
  if (price !== undefined) group.usd = (group.usd ?? 0) + (replyCost(reply, price) ?? 0);
}
