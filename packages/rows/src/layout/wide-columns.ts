import type { Sentence } from "@promptnce/core/errors";
import type { FileRecord } from "../formats/records.ts";
import type { MissingTest } from "../input/missing-texts.ts";
import type { AnswerSource } from "./answer-source.ts";
import type { Votes, VotesLack } from "./votes.ts";

/** A cell of a column that stands for a label. */
interface LabelCell {
  readonly column: string;
  readonly text: string;
}

/** What the cells of a row say, those apart that are missing. */
export interface WideReading {
  /** Whether a row is one person. */
  readonly isPerson: boolean;
  /** No labels where the cells cannot be read. */
  readonly votesOf: (cells: readonly LabelCell[]) => Votes;
  /** Why there are no votes. */
  readonly lackOf: (cells: readonly LabelCell[]) => VotesLack;
  /** How the columns are read, by the first votes with a label. */
  readonly exampleOf: (labels: Votes["labels"]) => Sentence;
}

/** Columns that each stand for a label, of which a row has all. */
export class WideColumns implements AnswerSource {
  readonly columns: readonly string[];
  readonly added = undefined;
  readonly isUnread = false;
  givesSeveral = false;
  readonly #reading: WideReading;
  readonly #isMissing: MissingTest;
  #example: Sentence | undefined;

  constructor(columns: readonly string[], reading: WideReading, isMissing: MissingTest) {
    this.columns = columns;
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
    const votes = this.#reading.votesOf(this.#cellsIn(record));
    const { size } = votes.labels;
    this.givesSeveral ||= this.#reading.isPerson && size > 1;
    if (size > 0) this.#example ??= this.#reading.exampleOf(votes.labels);
    return votes;
  }

  lackOf(record: FileRecord): VotesLack {
    return this.#reading.lackOf(this.#cellsIn(record));
  }

  #cellsIn({ columns, cell }: FileRecord): LabelCell[] {
    return this.columns
      .map((column) => {
        const text = String(cell(column, columns.indexOf(column)) ?? "").trim();
        return { column, text };
      })
      .filter(({ text }) => !this.#isMissing(text));
  }
}
