import { fingerprint, fingerprintTable, type FingerprintTable } from "@promptnce/engine";
import type { ComparedRow } from "./open-run.ts";

/** The pairs of one group of a run. */
export interface Marks {
  /**
   * The mark of each pair with its number of rows. A mark is a hash of the pair's key, the same in
   * both runs.
   */
  readonly pairs: FingerprintTable;
  /** The number of rows whose pair an earlier row has. */
  repeated: number;
}

/** The marks of a run's pairs, by group: about 30 MB for a million pairs. */
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

/** A row that stands for all rows of its pair. */
interface DrawnPair extends ComparedRow {
  /** The number of rows with an estimate. */
  readonly estimates: number;
}

/** A draw of the pairs of one group that are in both runs. */
export interface Draw {
  /** Each pair by its mark: its first row, with the mean of the estimates of all its rows. */
  rows: Map<string, DrawnPair>;
  /** The marks of all these pairs, including those not drawn. */
  readonly met: FingerprintTable;
  /**
   * The highest mark kept, once pairs have been dropped: pairs with a higher mark are not drawn.
   */
  limit?: string | undefined;
}

/** The most pairs kept of a group. */
const MOST_PAIRS = 20_000;

/**
 * The rows of a run whose pairs are in the other run too, by group of this run, with at most `most`
 * pairs a group. The pairs with the lowest marks are kept. Marks are hashes, so the draw is uniform
 * and both runs keep the same pairs.
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
    group.met.add(mark, 1);
    if (group.limit !== undefined && mark > group.limit) continue;
    group.rows.set(mark, withRow(group.rows.get(mark), row));
    if (group.rows.size >= 2 * most) cut(group, most);
  }
  for (const group of groups.values()) {
    if (group.rows.size > most) cut(group, most);
  }
  return groups;
}

/** The pair with one more row. The mean of estimates that are all the same is exact. */
function withRow(pair: DrawnPair | undefined, row: ComparedRow): DrawnPair {
  const { estimate } = row;
  if (pair === undefined) return { ...row, estimates: estimate === undefined ? 0 : 1 };
  const { estimate: mean, estimates: before } = pair;
  const shown = pair.shown || row.shown;
  if (estimate === undefined) return { ...pair, shown };
  const estimates = before + 1;
  if (mean === undefined || mean === estimate) return { ...pair, shown, estimate, estimates };
  return { ...pair, shown, estimate: mean + (estimate - mean) / estimates, estimates };
}

function cut(group: Draw, most: number): void {
  const kept = [...group.rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).slice(0, most);
  group.rows = new Map(kept);
  group.limit = kept.at(-1)?.[0];
}
