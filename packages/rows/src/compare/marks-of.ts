import { fingerprint, type FingerprintTable, fingerprintTable } from "@promptnce/providers";
import type { ComparedRow } from "./compared-row.ts";

/** Which pairs a group of a run has. */
export interface Marks {
  /** The marks of its pairs, each with how many rows are of it. */
  readonly pairs: FingerprintTable;
  /** Rows of a pair that was there before. */
  readonly repeated: number;
}

/** What a pair is known by in both runs: a hash, so that the lowest of many are drawn uniformly. */
export function markOf({ pair }: Pick<ComparedRow, "pair">): string {
  return fingerprint(pair);
}

/** The marks of a run by group: a million pairs in some 30 MB. */
export async function marksOf(rows: AsyncIterable<ComparedRow>): Promise<ReadonlyMap<string, Marks>> {
  const groups = new Map<string, { pairs: FingerprintTable; repeated: number }>();
  for await (const row of rows) {
    const group = groups.get(row.group) ?? { pairs: fingerprintTable(), repeated: 0 };
    groups.set(row.group, group);
    if (group.pairs.add(markOf(row), 1) > 1) group.repeated++;
  }
  return groups;
}
