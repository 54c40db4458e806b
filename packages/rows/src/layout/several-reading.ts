import type { Label } from "@promptnce/core";
import { cellLabels, type CellLabels } from "./cell-labels.ts";
import { NumbersSearch, type NumbersAre } from "./numbers-search.ts";
import { type Separation, SeparatorSearch } from "./separated-parts.ts";
import { votesOf, type Votes, votesOfPeople } from "./votes.ts";
import { writtenValue } from "./written-value.ts";

/** How the cells of a column are read, in which several labels stand. */
export interface SeveralReading {
  /** A cell with several labels, for people to check; absent if no cell has several. */
  readonly example?: string;
  votes(text: string): Votes;
}

/** From this share of cells on, a label that stands twice is no slip of one person. */
const REPEATED = 1 / 10;

/** So many cells are kept, to find an example among them. */
const EXAMPLES = 500;

/** Collects the cells of a column, to find how they are read. */
export class SeveralSearch {
  readonly #numbers = new NumbersSearch();
  readonly #separators = new SeparatorSearch();
  readonly #texts: string[] = [];
  readonly #lists = { several: 0, repeated: 0 };
  #cells = 0;
  #written = 0;

  add(text: string): void {
    this.#cells++;
    if (this.#texts.length < EXAMPLES) this.#texts.push(text);
    const labels = labelsIn(text);
    if (labels === undefined) {
      this.#separators.add(text);
      return;
    }
    this.#written++;
    if (labels.is === "numbers") this.#numbers.add(labels.entries);
    if (labels.is === "list") this.#addList(labels.labels);
  }

  #addList(labels: readonly Label[]): void {
    if (labels.length > 1) this.#lists.several++;
    if (new Set(labels).size < labels.length) this.#lists.repeated++;
  }

  /** How the cells are read: as lists and dicts if most of them are, or by what separates them. */
  reading(): SeveralReading {
    const votes = 2 * this.#written >= this.#cells ? this.#ofWritten() : this.#ofSeparated();
    const example = this.#texts.find((text) => votes(text).labels.size > 1);
    return { votes, ...(example !== undefined && { example }) };
  }

  #ofWritten(): SeveralReading["votes"] {
    const numbers = this.#numbers.are;
    const ofList = listVotes(this.#lists.repeated / Math.max(1, this.#lists.several));
    return (text) => {
      const labels = labelsIn(text);
      if (labels === undefined) return votesOf([text]);
      if (labels.is === "list") return ofList(labels.labels);
      return labels.is === "people" ? votesOfPeople(labels.people) : numberVotes(labels, numbers);
    };
  }

  #ofSeparated(): SeveralReading["votes"] {
    const separation: Separation = this.#separators.separation() ?? {
      split: (text) => [text],
      repeated: 0,
    };
    const ofList = listVotes(separation.repeated);
    return (text) => ofList(separation.split(text));
  }
}

function labelsIn(text: string): CellLabels | undefined {
  const value = writtenValue(text);
  return value === undefined ? undefined : cellLabels(value);
}

/** A list is of one person, who gives a label once, or of people with a label each. */
function listVotes(repeated: number): (labels: readonly Label[]) => Votes {
  return repeated < REPEATED ? (labels) => votesOfPeople([labels]) : votesOf;
}

function numberVotes(
  { entries }: Extract<CellLabels, { readonly is: "numbers" }>,
  are: NumbersAre,
): Votes {
  if (are === "ratings") return votesOf(entries.map(([, rating]) => String(rating)));
  const given = entries.filter(([, number]) => number > 0);
  const sum = given.reduce((total, [, number]) => total + number, 0);
  return { labels: new Map(given), people: are === "shares" ? Math.min(1, sum) : sum };
}
