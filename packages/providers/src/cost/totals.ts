import type { Reply } from "@promptnce/core";
import { fingerprintTable } from "../store/fingerprint-table.ts";
import type { StoreEntry } from "../store/store.ts";

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

/** A sum of replies that come one by one. */
export interface RunningTotals {
  add(entry: Pick<StoreEntry, "key" | "reply">): void;
  readonly sum: Totals;
}

/** Counts the replies and tokens of the entries given: those of a store, or some of them. */
export function totals(entries: Iterable<Pick<StoreEntry, "key" | "reply">>): Totals {
  const running = runningTotals();
  for (const entry of entries) running.add(entry);
  return running.sum;
}

/** {@link totals} of nothing so far. In memory there are some 30 bytes for each request. */
export function runningTotals(): RunningTotals {
  const keys = fingerprintTable();
  const stops = { end: 0, length: 0, refusal: 0, other: 0 };
  const count = { replies: 0, inputTokens: 0, outputTokens: 0, withoutUsage: 0 };
  return {
    add({ key, reply: { stop, usage } }) {
      keys.add(key, 1);
      count.replies++;
      stops[stop]++;
      count.inputTokens += usage?.inputTokens ?? 0;
      count.outputTokens += usage?.outputTokens ?? 0;
      if (usage === undefined) count.withoutUsage++;
    },
    get sum() {
      const { replies, inputTokens, outputTokens, withoutUsage } = count;
      return { replies, requests: keys.size, stops, inputTokens, outputTokens, withoutUsage };
    },
  };
}
