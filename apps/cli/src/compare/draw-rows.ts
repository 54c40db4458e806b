import { fingerprint } from "../estimate/fingerprint.ts";
import type { ComparedRow } from "./compared-row.ts";

/** Rows of one group, one a pair, by the mark of their pair. */
export interface Draw {
  readonly rows: ReadonlyMap<string, ComparedRow>;
  /** Every pair with a mark above it was let go; absent where all are kept. */
  readonly limit: string | undefined;
  /** Rows of a pair that was there before, and are left out. */
  readonly repeated: number;
}

/** Of more pairs of a group so many are kept. */
const MOST_PAIRS = 20_000;

/**
 * The rows of a run by group, at most `most` of each: those whose pairs have the lowest marks, which are
 * hashes, so that they are drawn uniformly and two runs of the same pairs keep the same ones. Memory
 * does not grow with the run.
 */
export async function drawRows(
  rows: AsyncIterable<ComparedRow>,
  most: number = MOST_PAIRS,
): Promise<ReadonlyMap<string, Draw>> {
  const groups = new Map<string, Mutable>();
  for await (const row of rows) {
    const group = groups.get(row.group) ?? { rows: new Map(), limit: undefined, repeated: 0 };
    groups.set(row.group, group);
    const mark = fingerprint(row.pair);
    if (group.limit !== undefined && mark > group.limit) continue;
    if (group.rows.has(mark)) {
      group.repeated++;
      continue;
    }
    group.rows.set(mark, row);
    if (group.rows.size >= 2 * most) cut(group, most);
  }
  for (const group of groups.values()) if (group.rows.size > most) cut(group, most);
  return groups;
}

interface Mutable {
  rows: Map<string, ComparedRow>;
  limit: string | undefined;
  repeated: number;
}

function cut(group: Mutable, most: number): void {
  const kept = [...group.rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).slice(0, most);
  group.rows = new Map(kept);
  group.limit = kept.at(-1)?.[0];
}
