import type { Sentence } from "@promptnce/core/errors";
import { parsedJson } from "@promptnce/core/json";
import { DataError } from "../errors.ts";
import { pathsIn } from "../formats/nested.ts";
import type { FileRecord } from "../formats/records.ts";
import type { MissingTest } from "../input/missing-texts.ts";
import { type AnswerSource, textIn } from "./answer-source.ts";
import { type Codebook, Codes } from "./codes.ts";
import { asItStands, type SeveralReading, SeveralSearch } from "./several-reading.ts";
import { severalText } from "./several-text.ts";
import { UnlistedCodes } from "./unlisted-codes.ts";
import { type LabelOf, sumOfVotes, type Votes, type VotesLack, votesOf } from "./votes.ts";

/** Columns whose cells hold labels for the same x. */
export interface AnswerColumnsOptions {
  /** What they are called in sentences. */
  readonly name: string;
  readonly columns: readonly string[];
  /** The text of the question that they answer, if each question has a column. */
  readonly question?: string;
  readonly codes?: Codebook | undefined;
  readonly isMissing: MissingTest;
  /** Whether a cell may hold several labels. */
  readonly several?: boolean | undefined;
}

/** Reads the labels in the cells of some columns. */
export class AnswerColumns implements AnswerSource {
  readonly columns: readonly string[];
  readonly added: string | undefined;
  givesSeveral = false;
  readonly #name: string;
  readonly #codes: Codes | undefined;
  readonly #search: SeveralSearch | undefined;
  readonly #isMissing: MissingTest;
  #reading: SeveralReading | undefined;
  #unlisted = new UnlistedCodes();

  constructor({ name, columns, question, codes, several, isMissing }: AnswerColumnsOptions) {
    this.columns = columns;
    this.added = question;
    this.#name = name;
    this.#isMissing = isMissing;
    this.#codes = codes && new Codes(codes, columns[0] ?? "");
    this.#search = several ? new SeveralSearch() : undefined;
  }

  get isUnread(): boolean {
    return this.#search !== undefined && this.#reading === undefined;
  }

  search(record: FileRecord): void {
    for (const text of this.#textsIn(record)) {
      this.#search?.add(text);
    }
  }

  begin(): void {
    this.#reading ??= this.#search?.reading();
    if (this.#reading?.nested !== undefined) throw nestedIn(this.#name, this.#reading.nested);
    this.#unlisted = new UnlistedCodes();
  }

  get notes(): readonly Sentence[] {
    const labelOf: LabelOf = (text) => this.#codes?.labelOf(text) ?? text;
    const several = this.#reading ? [severalText(this.#name, this.#reading, labelOf)] : [];
    return [...several, ...this.#unlisted.notes(this.#name)];
  }

  votesIn(record: FileRecord): Votes {
    const texts = this.#textsIn(record);
    const labelOf = this.#labelOf(record);
    const reading = this.#reading;
    if (reading === undefined) {
      const people = texts.map((text) => [text]);
      return votesOf(people, labelOf);
    }
    const votes = sumOfVotes(texts.map((text) => reading.votes(text, labelOf)));
    this.givesSeveral ||= hasSeveral(votes);
    return votes;
  }

  lackOf(record: FileRecord): VotesLack {
    const texts = this.#textsIn(record);
    const [only, ...others] = this.columns;
    if (texts.length === 0 && others.length === 0) return { missing: textIn(record, only ?? "") };
    const problem = `there is no label in ${this.#name}`;
    if (texts.length === 0) return { problem };
    const held = JSON.stringify(texts.join(", "));
    return { problem: `${problem}: ${held} is ${this.#codes ? "none of the codes" : "none"}` };
  }

  #labelOf({ line }: FileRecord): LabelOf {
    const codes = this.#codes;
    if (codes === undefined) return asItStands;
    return (code) => {
      const label = codes.labelOf(code);
      if (label === undefined) this.#unlisted.add(code, line);
      return label;
    };
  }

  /** The cells with labels; one that is empty or missing is no vote. */
  #textsIn(record: FileRecord): string[] {
    return this.columns
      .map((column) => textIn(record, column))
      .filter((text) => !this.#isMissing(text));
  }
}

/** The error for cells with objects, of which one member is the label. */
function nestedIn(name: string, cell: string): DataError {
  const paths = pathsIn({ [name]: parsedJson(cell) }).filter((path) => path !== name);
  const shown = cell.length > SHOWN ? `${cell.slice(0, SHOWN)}…` : cell;
  const what =
    paths.length === 0 ? "take the label out of it" : `name what is in it: ${paths.join(", ")}`;
  return new DataError(`${name} holds no labels but ${shown}; ${what}.`);
}

/** So much of a cell is shown. */
const SHOWN = 80;

/** Shares of people who gave one label each may exceed one by rounding. */
const ROUNDED = 1.03;

function hasSeveral({ labels, people }: Votes): boolean {
  const given = labels.values().reduce((sum, count) => sum + count, 0);
  return given > ROUNDED * people;
}
