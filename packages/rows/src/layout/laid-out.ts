import type { Label } from "@promptnce/core";
import type { FileRecord, Records } from "../formats/records.ts";
import type { RowTable } from "../input/table.ts";
import type { NamedLayout } from "./named-layout.ts";
import { type SeveralReading, SeveralSearch } from "./several-reading.ts";
import { severalText } from "./several-text.ts";
import { recordsOfVotes, sumOfVotes, type Votes, votesOf } from "./votes.ts";

/** How the records of a table become answers. */
export interface Layout extends NamedLayout {
  /** The name of the label's column in the laid-out table. */
  readonly y: string;
  /** The labels that may occur; by default any. */
  readonly labels?: readonly Label[] | undefined;
}

/** A table with a record for each label. */
export interface LaidOutTable extends RowTable {
  /** How cells were read, in sentences; known once the table was read. */
  readonly notes: readonly string[];
}

/**
 * The table with a record for each label that its records hold, read anew at each call. Each says
 * how many people gave its label, and has the cells of the file's record. A record without a label
 * gives one, whose label is missing.
 */
export function laidOut(table: RowTable, layout: Layout): LaidOutTable {
  return new LaidOut(table, layout);
}

class LaidOut implements LaidOutTable {
  readonly name: string;
  readonly notes: string[] = [];
  readonly #table: RowTable;
  readonly #layout: Layout;
  /** The columns that hold labels. */
  readonly #columns: readonly string[];
  #reading: SeveralReading | undefined;

  constructor(table: RowTable, layout: Layout) {
    this.name = table.name;
    this.#table = table;
    this.#layout = layout;
    this.#columns = layout.raters ?? [layout.y];
  }

  async *open(columns: readonly string[]): Records {
    const { y, several, labels } = this.#layout;
    const listed = labels && new Set(labels);
    const others = columns.filter((column) => column !== y);
    const read = [...new Set([...others, ...this.#columns])];
    if (several && this.#reading === undefined) await this.#search(read);
    for await (const records of this.#table.open(read)) {
      yield records.flatMap((record) =>
        recordsOfVotes(record, this.#votesIn(record), { y, listed }),
      );
    }
  }

  [Symbol.dispose](): void {
    this.#table[Symbol.dispose]?.();
  }

  /** Reads all cells to find how several labels stand in them. */
  async #search(read: readonly string[]): Promise<void> {
    const search = new SeveralSearch();
    for await (const records of this.#table.open(read)) {
      for (const text of records.flatMap((record) => this.#textsIn(record))) {
        search.add(text);
      }
    }
    this.#reading = search.reading();
    this.notes.push(severalText(this.#layout.y, this.#reading));
  }

  #votesIn(record: FileRecord): Votes {
    const texts = this.#textsIn(record);
    const reading = this.#reading;
    return reading === undefined ? votesOf(texts) : sumOfVotes(texts.map(reading.votes));
  }

  /** The cells with labels; one that is empty or missing is no vote. */
  #textsIn({ columns, cell }: FileRecord): string[] {
    return this.#columns
      .map((column) => String(cell(column, columns.indexOf(column)) ?? "").trim())
      .filter((text) => text !== "");
  }
}
