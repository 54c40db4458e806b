import type { Sentence } from "@promptnce/core/errors";
import type { FileRecord } from "../formats/records.ts";
import type { MissingTest } from "../input/missing-texts.ts";
import type { AnswerSource } from "./answer-source.ts";
import { countIn, isCount } from "./label-columns.ts";
import type { Votes, VotesLack } from "./votes.ts";

interface GroupReading {
  /** The column whose numbers say how many of the group gave the row's label. */
  readonly group: string;
  /** The column of the label. */
  readonly y: string;
  readonly isMissing: MissingTest;
  /** Whether a sentence says how it is read, by an example; one is enough for all groups. */
  readonly isExample: boolean;
}

/** A column that stands for a group of people, as in a cross table. */
export class GroupColumn implements AnswerSource {
  readonly columns: readonly string[];
  readonly added: string;
  readonly isUnread = false;
  readonly givesSeveral = false;
  readonly #reading: GroupReading;
  #example: Sentence | undefined;

  constructor(reading: GroupReading) {
    this.columns = [reading.y, reading.group];
    this.added = reading.group;
    this.#reading = reading;
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
    const { isMissing } = this.#reading;
    const { label, number } = this.#cellsIn(record);
    const isRead = !isMissing(label) && !isMissing(number) && isCount(number);
    const given = isRead ? countIn(number) : 0;
    if (given === 0) return { labels: new Map(), people: 0 };
    if (this.#reading.isExample) this.#example ??= exampleOf(this.added, label, number);
    return { labels: new Map([[label, given]]), people: given };
  }

  lackOf(record: FileRecord): VotesLack {
    const { isMissing } = this.#reading;
    const { label, number } = this.#cellsIn(record);
    if (isMissing(label)) return { missing: label };
    const isWrong = !isMissing(number) && !isCount(number);
    const what = isWrong ? `is ${JSON.stringify(number)}, not a number of 0 or more` : "is nobody";
    return { problem: `${this.added} ${what}` };
  }

  #cellsIn({ columns, cell }: FileRecord): { readonly label: string; readonly number: string } {
    const { y, group } = this.#reading;
    const textOf = (column: string): string =>
      String(cell(column, columns.indexOf(column)) ?? "").trim();
    return { label: textOf(y), number: textOf(group) };
  }
}

function exampleOf(group: string, label: string, number: string): Sentence {
  return `Each of the columns is read as a group of people, and its number as how many of them, or what share, gave the label of the row: ${number} of ${group} gave ${JSON.stringify(label)}.`;
}
