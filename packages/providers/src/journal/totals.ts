import type { Reply } from "@promptnce/core";
import type { JournalRecord } from "./journal-record.ts";

/** What a journal, or a part of it, amounts to. */
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

/** Counts replies and tokens of the records given: those of {@link readJournal}, or some of them. */
export function totals(records: Iterable<JournalRecord>): Totals {
  const keys = new Set<string>();
  const stops = { end: 0, length: 0, refusal: 0, other: 0 };
  let replies = 0;
  let inputTokens = 0;
  let outputTokens = 0;
  let withoutUsage = 0;
  for (const { key, reply } of records) {
    replies++;
    keys.add(key);
    stops[reply.stop]++;
    inputTokens += reply.usage?.inputTokens ?? 0;
    outputTokens += reply.usage?.outputTokens ?? 0;
    if (reply.usage === undefined) withoutUsage++;
  }
  return { replies, requests: keys.size, stops, inputTokens, outputTokens, withoutUsage };
}
