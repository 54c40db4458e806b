import { fingerprint, fingerprintTable, type FingerprintTable } from "@promptnce/engine";
import type { ComparedRow } from "./open-run.ts";

/** Which pairs a group of a run has. */
export interface Marks {
  /** The marks of its pairs, each with how many rows are of it: hashes of what a pair is known by in both runs. */
  readonly pairs: FingerprintTable;
  /** Rows of a pair that was there before. */
  repeated: number;
}

/** The marks of a run by group: a million pairs in some 30 MB. */
export async function marksOf(
  rows: AsyncIterable<ComparedRow>,
): Promise<ReadonlyMap<string, Readonly<Marks>>> {
  const groups = new Map<string, Marks>();
  for await (const row of rows) {
    const group = groups.get(row.group) ?? { pairs: fingerprintTable(), repeated: 0 };
    groups.set(row.group, group);
    if (group.pairs.add(fingerprint(row.pair), 1) > 1) group.repeated++;
  }
  return groups;
}

/** Of the pairs of one group that the other run has too. */
export interface Draw {
  /** The first row of each pair, by its mark. */
  rows: Map<string, ComparedRow>;
  /** The marks of all, which are more where the rows were drawn of them. */
  readonly met: FingerprintTable;
  /** Every pair with a mark above it was let go. */
  limit?: string | undefined;
}

/** Of more pairs of a group so many are kept. */
const MOST_PAIRS = 20_000;

/**
 * The rows of a run whose pairs the other run has too, by group of this run, of each at most `most`: those with the
 * lowest marks, which are hashes, so that they are drawn uniformly and two runs keep the same pairs.
 */
export async function drawRows(
  rows: AsyncIterable<ComparedRow>,
  others: ReadonlyMap<string, Pick<Marks, "pairs">>,
  most: number = MOST_PAIRS,
): Promise<ReadonlyMap<string, Draw>> {
  const groups = new Map<string, Draw>();
  for (const group of others.keys())
    groups.set(group, { rows: new Map(), met: fingerprintTable() });
  for await (const row of rows) {
    const group = groups.get(row.group);
    const mark = fingerprint(row.pair);
    if (group === undefined || others.get(row.group)?.pairs.get(mark) === undefined) continue;
    if (group.met.add(mark, 1) > 1 || (group.limit !== undefined && mark > group.limit)) continue;
    group.rows.set(mark, row);
    if (group.rows.size >= 2 * most) cut(group, most);
  }
  for (const group of groups.values()) {
    if (group.rows.size > most) cut(group, most);
  }
  return groups;
}

function cut(group: Draw, most: number): void {
  const kept = [...group.rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).slice(0, most);
  group.rows = new Map(kept);
  group.limit = kept.at(-1)?.[0];
}
