import type { Label } from "@promptnce/core";
import type { Sentence } from "@promptnce/core/errors";
import type { FileRecord, Records } from "../formats/records.ts";
import type { RowTable } from "../input/table.ts";
import { type Codebook, Codes } from "./codes.ts";
import type { NamedLayout } from "./named-layout.ts";
import { asItStands, type SeveralReading, SeveralSearch } from "./several-reading.ts";
import { severalText } from "./several-text.ts";
import { UnlistedCodes } from "./unlisted-codes.ts";
import { type LabelOf, recordsOfVotes, sumOfVotes, type Votes, votesOf } from "./votes.ts";
import { WhereRows } from "./where-rows.ts";

/** How the records of a table become answers. */
export interface Layout extends NamedLayout {
  /** The label's column in the laid-out table; absent if labels stay as they are. */
  readonly y?: string | undefined;
  /** The labels that codes stand for. */
  readonly codes?: Codebook | undefined;
  /** The labels that may occur; by default any. */
  readonly labels?: readonly Label[] | undefined;
}

/** A table with a record for each label. */
export interface LaidOutTable extends RowTable {
  /** How the table was read, in sentences; known once it was read to its end. */
  readonly notes: readonly Sentence[];
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
  readonly #table: RowTable;
  readonly #layout: Layout;
  /** The columns that hold labels. */
  readonly #columns: readonly string[];
  readonly #codes: Codes | undefined;
  #reading: SeveralReading | undefined;
  /** What the last whole reading found. */
  #found: readonly Sentence[] = [];

  constructor(table: RowTable, layout: Layout) {
    const { raters, several, y, codes } = layout;
    const holdsLabels = raters !== undefined || several || codes !== undefined;
    this.name = table.name;
    this.#table = table;
    this.#layout = layout;
    this.#columns = holdsLabels ? (raters ?? [y ?? ""]) : [];
    this.#codes = codes && new Codes(codes, y ?? "");
  }

  get notes(): readonly Sentence[] {
    const { y = "" } = this.#layout;
    return [...this.#found, ...(this.#reading ? [severalText(y, this.#reading)] : [])];
  }

  async *open(columns: readonly string[]): Records {
    const { y = "", several, labels } = this.#layout;
    if (several) this.#reading ??= await this.#search(columns);
    const where = this.#where();
    const unlisted = new UnlistedCodes();
    const listed = labels && new Set(labels);
    for await (const records of this.#chosen(columns, where)) {
      yield this.#columns.length === 0
        ? records
        : records.flatMap((record) => {
            const votes = this.#votesIn(record, unlisted);
            return recordsOfVotes(record, votes, { y, listed });
          });
    }
    where?.check(this.name);
    this.#found = [...(where ? [where.note] : []), ...unlisted.notes(y)];
  }

  [Symbol.dispose](): void {
    this.#table[Symbol.dispose]?.();
  }

  #where(): WhereRows | undefined {
    const { where } = this.#layout;
    return where && new WhereRows(where);
  }

  /** The records of the table that are to be read. */
  async *#chosen(columns: readonly string[], where: WhereRows | undefined): Records {
    const { y } = this.#layout;
    const others = this.#columns.length === 0 ? columns : columns.filter((one) => one !== y);
    const read = new Set([...others, ...this.#columns, ...(where?.columns ?? [])]);
    for await (const records of this.#table.open([...read])) {
      const chosen = where ? records.filter((record) => where.keeps(record)) : records;
      if (chosen.length > 0) yield chosen;
    }
  }

  /** Reads all cells to find how several labels stand in them. */
  async #search(columns: readonly string[]): Promise<SeveralReading> {
    const search = new SeveralSearch();
    for await (const records of this.#chosen(columns, this.#where())) {
      for (const text of records.flatMap((record) => this.#textsIn(record))) {
        search.add(text);
      }
    }
    return search.reading();
  }

  #votesIn(record: FileRecord, unlisted: UnlistedCodes): Votes {
    const texts = this.#textsIn(record);
    const labelOf = this.#labelOf(record, unlisted);
    const reading = this.#reading;
    return reading === undefined
      ? votesOf(
          texts.map((text) => [text]),
          labelOf,
        )
      : sumOfVotes(texts.map((text) => reading.votes(text, labelOf)));
  }

  #labelOf({ line }: FileRecord, unlisted: UnlistedCodes): LabelOf {
    const codes = this.#codes;
    if (codes === undefined) return asItStands;
    return (code) => {
      const label = codes.labelOf(code);
      if (label === undefined) unlisted.add(code, line);
      return label;
    };
  }

  /** The cells with labels; one that is empty or missing is no vote. */
  #textsIn({ columns, cell }: FileRecord): string[] {
    return this.#columns
      .map((column) => String(cell(column, columns.indexOf(column)) ?? "").trim())
      .filter((text) => text !== "");
  }
}
