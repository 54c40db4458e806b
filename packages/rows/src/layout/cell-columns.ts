import type { Sentence } from "@promptnce/core/errors";
import type { FileRecord } from "../formats/records.ts";
import type { MissingTest } from "../input/missing-texts.ts";
import { type AnswerSource, textIn } from "./answer-source.ts";
import type { Votes, VotesLack } from "./votes.ts";

/** The text of a cell, without white space around it. */
export interface TextCell {
  readonly column: string;
  readonly text: string;
}

/** What the cells of a row say. Cells that are missing are not among those given. */
export interface CellReading {
  readonly columns: readonly string[];
  /** The group of people that the columns are about, if each has columns of its own. */
  readonly added?: string;
  /** Whether a row is one person. */
  readonly isPerson?: true;
  /** No labels where the cells cannot be read. */
  readonly votesOf: (given: readonly TextCell[]) => Votes;
  /** Why there are no votes. */
  readonly lackOf: (given: readonly TextCell[], all: readonly TextCell[]) => VotesLack;
  /** How the columns are read, by the first cells with a label. */
  readonly exampleOf?: (labels: Votes["labels"], given: readonly TextCell[]) => Sentence;
}

/** Columns whose cells are read as they stand, without a search. */
export class CellColumns implements AnswerSource {
  readonly columns: readonly string[];
  readonly added: string | undefined;
  readonly isUnread = false;
  givesSeveral = false;
  readonly #reading: CellReading;
  readonly #isMissing: MissingTest;
  #example: Sentence | undefined;

  constructor(reading: CellReading, isMissing: MissingTest) {
    this.columns = reading.columns;
    this.added = reading.added;
    this.#reading = reading;
    this.#isMissing = isMissing;
  }

  search(): void {
    // Cells are read as they stand.
  }

  begin(): void {
    this.#example = undefined;
  }

  get notes(): readonly Sentence[] {
    return this.#example === undefined ? [] : [this.#example];
  }

  votesIn(record: FileRecord): Votes {
    const given = this.#givenOf(this.#cellsIn(record));
    const votes = this.#reading.votesOf(given);
    const { size } = votes.labels;
    this.givesSeveral ||= this.#reading.isPerson === true && size > 1;
    if (size > 0) this.#example ??= this.#reading.exampleOf?.(votes.labels, given);
    return votes;
  }

  lackOf(record: FileRecord): VotesLack {
    const cells = this.#cellsIn(record);
    return this.#reading.lackOf(this.#givenOf(cells), cells);
  }

  #cellsIn(record: FileRecord): TextCell[] {
    return this.columns.map((column) => ({ column, text: textIn(record, column) }));
  }

  #givenOf(cells: readonly TextCell[]): TextCell[] {
    return cells.filter(({ text }) => !this.#isMissing(text));
  }
}
