import type { Label } from "@promptnce/core";
import type { FileRecord } from "../formats/records.ts";

/** What people answered in one cell or row. */
export interface Votes {
  /** The number of people who gave each label. */
  readonly labels: ReadonlyMap<Label, number>;
  /** The number of people who gave any; one of them may give several labels. */
  readonly people: number;
}

/** The votes of people who gave one label each. */
export function votesOf(labels: readonly Label[]): Votes {
  const counts = new Map<Label, number>();
  for (const label of labels) {
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return { labels: counts, people: labels.length };
}

/**
 * A record for each label of these votes, which is in the column `y`; a record without a label
 * where there are none. The first record of a row stands for all of its people, so that they count
 * once whatever the number of their labels.
 */
export function recordsOfVotes(
  record: FileRecord,
  y: string,
  { labels, people }: Votes,
): FileRecord[] {
  if (labels.size === 0) return [answerRecord(record, y, undefined)];
  return Array.from(labels, ([label, given], i) =>
    answerRecord(record, y, label, { given, people: i === 0 ? people : 0 }),
  );
}

/** The record with this label in the column `y`, and its own cells. */
function answerRecord(
  record: FileRecord,
  y: string,
  label: Label | undefined,
  votes?: FileRecord["votes"],
): FileRecord {
  return {
    line: record.line,
    get columns() {
      return record.columns;
    },
    cell: (column, place) => record.cell(column, place),
    value: (column) => (column === y ? label : record.value(column)),
    ...(votes && { votes }),
  };
}
