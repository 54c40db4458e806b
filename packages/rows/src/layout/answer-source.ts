import type { Sentence } from "@promptnce/core/errors";
import type { FileRecord } from "../formats/records.ts";
import type { Votes, VotesLack } from "./votes.ts";

/** Columns of a table that hold what people answered about an x. */
export interface AnswerSource {
  readonly columns: readonly string[];
  /** Their value in the column that the layout adds: their question, or their group of people. */
  readonly added: string | undefined;
  /** Whether one person gave several labels, as far as records were read. */
  readonly givesSeveral: boolean;
  /** Whether cells have to be searched for how several labels stand in them. */
  readonly isUnread: boolean;
  /** Takes a record into the search. */
  search(record: FileRecord): void;
  /** Ends the search, or a reading of the table: sentences are about the last one. */
  begin(): void;
  /** How cells were read. */
  readonly notes: readonly Sentence[];
  /** What people answered in a record. */
  votesIn(record: FileRecord): Votes;
  /** Why there is no label in a record: a text that is missing, or a problem in words. */
  lackOf(record: FileRecord): VotesLack;
}

/** The text of a cell, without white space around it. */
export function textIn({ columns, cell }: FileRecord, column: string): string {
  return String(cell(column, columns.indexOf(column)) ?? "").trim();
}
