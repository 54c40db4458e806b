import type { Label } from "@promptnce/core";
import type { Sentence } from "@promptnce/core/errors";
import { DataError } from "../errors.ts";
import type { FileRecord, Records } from "../formats/records.ts";
import { missingTest } from "../input/missing-texts.ts";
import type { RowTable } from "../input/table.ts";
import { AnswerColumns } from "./answer-columns.ts";
import type { AnswerSource } from "./answer-source.ts";
import { CellColumns } from "./cell-columns.ts";
import type { Codebook } from "./codes.ts";
import { groupColumn } from "./group-column.ts";
import { labelColumns } from "./label-columns.ts";
import { layoutOf, type NamedLayout, namesOf, questionTexts } from "./named-layout.ts";
import { tickColumns } from "./tick-columns.ts";
import { recordsOfVotes, type VotesOf } from "./votes.ts";
import { WhereRows } from "./where-rows.ts";

/** How the records of a table become answers. */
export interface Layout extends NamedLayout {
  /** The label's column in the laid-out table; absent if labels stay as they are. */
  readonly y?: string | undefined;
  /** Texts that stand for no label, as those of {@link missingTest}. */
  readonly missing?: readonly string[] | undefined;
  /** The labels that codes stand for. */
  readonly codes?: Codebook | undefined;
  /** The labels that may occur; by default any. */
  readonly labels?: readonly Label[] | undefined;
}

/** A table with a record for each label. */
export interface LaidOutTable extends RowTable {
  /** How the table was read, in sentences; known once it was read to its end. */
  readonly notes: readonly Sentence[];
  /** Whether one person gave several labels, so that shares of people may sum to more than one. */
  readonly givesSeveral: boolean;
}

/**
 * The table with one record for each label that its records hold, read anew at each call. Each
 * record says how many people gave its label, and has the cells of the original record and, for
 * questions and groups, the column `question` or `group`. A record without a label yields one whose label is missing.
 *
 * @example
 * import { writeFileSync } from "node:fs";
 * writeFileSync("votes.csv", "film,anna,ben\nJaws,thriller,horror\n");
 * const table = await tableFile({ path: "votes.csv", format: "csv" });
 * const votes = laidOut(table, { raters: ["anna", "ben"], y: "genre" });
 * const columns = { x: [{ field: "film", column: "film" }], y: "genre" };
 * const [rows] = await Array.fromAsync(readRows(votes, columns));
 * rows.map(({ y }) => y); // → ["thriller", "horror"]
 */
export function laidOut(table: RowTable, layout: Layout): LaidOutTable {
  return new LaidOut(table, layout);
}

class LaidOut implements LaidOutTable {
  readonly name: string;
  readonly #table: RowTable;
  readonly #layout: Layout;
  readonly #answers: readonly AnswerSource[];
  /** The headers of the file with the column that is added. */
  readonly #headers = new WeakMap<readonly string[], readonly string[]>();
  readonly #listed: ReadonlySet<Label> | undefined;
  #where: WhereRows | undefined;

  constructor(table: RowTable, layout: Layout) {
    this.name = table.name;
    this.#table = table;
    this.#layout = layout;
    this.#answers = answersOf(layout);
    this.#listed = layout.labels && new Set(layout.labels);
  }

  get notes(): readonly Sentence[] {
    const chosen = this.#where ? [this.#where.note] : [];
    return [...chosen, ...this.#answers.flatMap(({ notes }) => notes)];
  }

  get givesSeveral(): boolean {
    return this.#answers.some((answers) => answers.givesSeveral);
  }

  async *open(columns: readonly string[]): Records {
    if (this.#answers.some(({ isUnread }) => isUnread)) await this.#search(columns);
    for (const answers of this.#answers) {
      answers.begin();
    }
    for await (const records of this.#chosen(columns)) {
      yield this.#answers.length === 0
        ? records
        : records.flatMap((record) => this.#recordsOf(record));
    }
    this.#where?.check(this.name);
  }

  [Symbol.dispose](): void {
    this.#table[Symbol.dispose]?.();
  }

  /** The records of the table that are to be read. */
  async *#chosen(columns: readonly string[]): Records {
    const { y, where } = this.#layout;
    const chooser = where && new WhereRows(where);
    this.#where = chooser;
    const own = this.#answers.flatMap((answers) => answers.columns);
    const written = own.length === 0 ? [] : [y, layoutOf(this.#layout)?.adds];
    const others = columns.filter((column) => !written.includes(column));
    const read = new Set([...others, ...own, ...(chooser?.columns ?? [])]);
    for await (const records of this.#table.open([...read])) {
      const chosen = chooser ? records.filter((record) => chooser.keeps(record)) : records;
      if (chosen.length > 0) yield chosen;
    }
  }

  /** Reads all cells to find how several labels stand in them. */
  async #search(columns: readonly string[]): Promise<void> {
    for await (const records of this.#chosen(columns)) {
      for (const record of records) {
        for (const answers of this.#answers) {
          answers.search(record);
        }
      }
    }
  }

  /** The records of the labels that a record holds. */
  #recordsOf(record: FileRecord): FileRecord[] {
    const { y = "" } = this.#layout;
    const listed = this.#listed;
    const votes: VotesOf[] = this.#answers.map((answers) => {
      const { labels, people } = answers.votesIn(record);
      const lack = labels.size === 0 ? answers.lackOf(record) : undefined;
      return { labels, people, added: answers.added, ...lack };
    });
    const answered = votes.filter((one) => one.labels.size > 0);
    const columns = this.#headerOf(record);
    const of = { y, listed, columns };
    return (answered.length === 0 ? votes.slice(0, 1) : answered).flatMap((one) =>
      recordsOfVotes(record, one, of),
    );
  }

  /** The columns of a record and the one that the layout adds; `undefined` if it adds none. */
  #headerOf({ columns, line }: FileRecord): readonly string[] | undefined {
    const { adds, option } = layoutOf(this.#layout) ?? {};
    if (adds === undefined) return undefined;
    const before = this.#headers.get(columns);
    if (before !== undefined) return before;
    if (columns.includes(adds)) {
      throw new DataError(
        (write) =>
          `${this.name}, line ${line}: a column ${adds} already exists, and ${write(`columns.${option}`)} adds one; rename it.`,
      );
    }
    const header = [...columns, adds];
    this.#headers.set(columns, header);
    return header;
  }
}

/** The columns that hold labels, those together that answer the same about an x. */
function answersOf(layout: Layout): readonly AnswerSource[] {
  const { raters, questions, wide, groups, several, codes, y, missing, labels = [] } = layout;
  const isMissing = missingTest(missing, [...labels, ...Object.keys(codes ?? {})]);
  const how = { codes, several, isMissing };
  if (groups !== undefined && y !== undefined) {
    return groups.map((group, i) => new CellColumns(groupColumn(group, y, i === 0), isMissing));
  }
  if (wide !== undefined) {
    const reading = several ? tickColumns(wide) : labelColumns(wide);
    return [new CellColumns(reading, isMissing)];
  }
  if (raters !== undefined) {
    return [new AnswerColumns({ name: namesOf(raters), columns: raters, ...how })];
  }
  if (questions !== undefined) {
    return questionTexts(questions).map(
      ([column, question]) =>
        new AnswerColumns({ name: column, columns: [column], question, ...how }),
    );
  }
  const isPlain = !several && codes === undefined;
  return isPlain || y === undefined ? [] : [new AnswerColumns({ name: y, columns: [y], ...how })];
}
