import type { Label } from "@promptnce/core";
import type { FileRecord } from "../formats/records.ts";

/** What people answered in one cell or row. */
export interface Votes {
  /** The number of people who gave each label. */
  readonly labels: ReadonlyMap<Label, number>;
  /** The number of people who gave any; one of them may give several labels. */
  readonly people: number;
}

/** Why there are no votes. */
export interface VotesLack {
  /** The text in place of a label, if that is missing. */
  readonly missing?: string | undefined;
  /** Why there are no votes, if no text is missing. */
  readonly problem?: string | undefined;
}

/** The votes in a record. */
export interface VotesOf extends Votes, VotesLack {
  /** Their value in the column that the layout adds: a question, or a group of people. */
  readonly added: string | undefined;
}

/** The label that a text stands for; `undefined` for a text that is none. */
export type LabelOf = (text: string) => Label | undefined;

/** The votes of people by the texts that each gave; who gave no label is not counted. */
export function votesOf(people: readonly (readonly string[])[], labelOf: LabelOf): Votes {
  const labels = new Map<Label, number>();
  let answered = 0;
  for (const texts of people) {
    const given = labelsOf(texts, labelOf);
    if (given.size > 0) answered++;
    for (const label of given) {
      labels.set(label, (labels.get(label) ?? 0) + 1);
    }
  }
  return { labels, people: answered };
}

function labelsOf(texts: readonly string[], labelOf: LabelOf): ReadonlySet<Label> {
  const labels = new Set<Label>();
  for (const text of texts) {
    const label = labelOf(text);
    if (label !== undefined) labels.add(label);
  }
  return labels;
}

/** The votes of several cells together. */
export function sumOfVotes(cells: readonly Votes[]): Votes {
  if (cells.length === 1) return cells[0]!;
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
  { labels, people, added, missing, problem }: VotesOf,
  laid: LaidOutColumns,
): FileRecord[] {
  if (labels.size === 0) return [answerRecord(record, { added, label: missing, problem }, laid)];
  const first = firstUsable(labels, laid);
  return Array.from(labels, ([label, given]) => {
    const votes = { given, people: label === first ? people : 0 };
    return answerRecord(record, { added, label, votes }, laid);
  });
}

/** The first label that can be used, or else the first. */
function firstUsable(labels: Votes["labels"], { listed }: LaidOutColumns): Label | undefined {
  const [first] = labels.keys();
  if (listed === undefined) return first;
  return labels.keys().find((label) => listed.has(label)) ?? first;
}

/** The columns of the laid-out table. */
interface LaidOutColumns {
  /** The column of the label. */
  readonly y: string;
  /** The labels that can be used; any if absent. */
  readonly listed?: ReadonlySet<Label> | undefined;
  /** The columns of the file and, as the last, the one that the layout adds, if it adds one. */
  readonly columns?: readonly string[] | undefined;
}

interface Answer {
  readonly added: string | undefined;
  readonly problem?: string | undefined;
  readonly votes?: FileRecord["votes"];
  readonly label?: Label | undefined;
}

/** The record with this label in the column `y`, what is added in the last one, and its own cells. */
function answerRecord(
  record: FileRecord,
  { added, label, votes, problem }: Answer,
  { y, columns }: LaidOutColumns,
): FileRecord {
  const { cell, value } = record;
  const own = {
    line: record.line,
    columns: columns ?? record.columns,
    ...(votes && { votes }),
    ...(problem !== undefined && { problem }),
  };
  const named = columns?.at(-1);
  if (added === undefined) {
    return { ...own, cell, value: (column) => (column === y ? label : value(column)) };
  }
  return {
    ...own,
    cell: (column, place) => (column === named ? added : cell(column, place)),
    value(column) {
      if (column === y) return label;
      return column === named ? added : value(column);
    },
  };
}
