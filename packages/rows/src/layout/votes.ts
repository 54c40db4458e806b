import type { Label } from "@promptnce/core";
import type { FileRecord } from "../formats/records.ts";

/** What people answered in one cell or row. */
export interface Votes {
  /** The number of people who gave each label. */
  readonly labels: ReadonlyMap<Label, number>;
  /** The number of people who gave any; one of them may give several labels. */
  readonly people: number;
}

/** The label that a text stands for; `undefined` for a text that is none. */
export type LabelOf = (text: string) => Label | undefined;

/** The votes of people by the texts that each gave; who gave no label is not counted. */
export function votesOf(people: readonly (readonly string[])[], labelOf: LabelOf): Votes {
  const labels = new Map<Label, number>();
  let answered = 0;
  for (const texts of people) {
    const given = new Set(texts.map(labelOf).filter((label) => label !== undefined));
    if (given.size > 0) answered++;
    for (const label of given) {
      labels.set(label, (labels.get(label) ?? 0) + 1);
    }
  }
  return { labels, people: answered };
}

/** The votes of several cells together. */
export function sumOfVotes(cells: readonly Votes[]): Votes {
  const labels = new Map<Label, number>();
  let people = 0;
  for (const votes of cells) {
    people += votes.people;
    for (const [label, given] of votes.labels) {
      labels.set(label, (labels.get(label) ?? 0) + given);
    }
  }
  return { labels, people };
}

/**
 * A record for each label of these votes, which is in the column `y`; a record without a label
 * where there are none. One record stands for all of the people, so that they count once whatever
 * the number of their labels: the first, or the first of those that can be used.
 */
export function recordsOfVotes(
  record: FileRecord,
  { labels, people }: Votes,
  { y, listed }: { readonly y: string; readonly listed?: ReadonlySet<Label> | undefined },
): FileRecord[] {
  if (labels.size === 0) return [answerRecord(record, y, undefined)];
  const names = [...labels.keys()];
  const first = names.find((label) => listed === undefined || listed.has(label)) ?? names[0];
  return Array.from(labels, ([label, given]) =>
    answerRecord(record, y, label, { given, people: label === first ? people : 0 }),
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
