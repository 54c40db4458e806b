import type { Label } from "@promptnce/core";
import { cellLabels, type CellLabels } from "../cells/cell-labels.ts";
import { ItemParts } from "../cells/item-parts.ts";
import { NumbersSearch, type NumbersAre } from "../cells/numbers-search.ts";
import { pairedParts } from "../cells/paired-parts.ts";
import { type Separation, SeparatorSearch } from "../cells/separated-parts.ts";
import { type LabelOf, votesOf, type Votes } from "./votes.ts";
import { writtenValue } from "../cells/written-value.ts";

/** How the cells of a column are read, in which several labels stand. */
export interface SeveralReading {
  /** A cell with several labels, for people to check; absent if no cell has several. */
  readonly example?: string;
  /** A cell of JSON that holds no labels but what is nested deeper; absent if there is none. */
  readonly nested?: string;
  /** What people gave in a cell; by default each text in it is a label. */
  readonly votes: (text: string, labelOf?: LabelOf) => Votes;
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
  readonly #items = new ItemParts();
  #cells = 0;
  #written = 0;
  #nested: string | undefined;
  readonly #pairs = { cells: 0, several: 0, numbers: new NumbersSearch() };

  add(text: string): void {
    this.#cells++;
    if (this.#texts.length < EXAMPLES) this.#texts.push(text);
    const labels = labelsIn(text);
    if (labels === undefined) {
      this.#addPairs(text);
      if (isJson(text)) this.#nested ??= text;
      else this.#separators.add(text);
      return;
    }
    this.#written++;
    if (labels.is === "numbers") this.#numbers.add(labels.entries);
    if (labels.is === "list") this.#addList(labels.labels);
    if (labels.is === "people") this.#items.add(labels.people.flat());
  }

  #addPairs(text: string): void {
    const paired = pairedParts(text);
    if (paired === undefined) return;
    this.#pairs.cells++;
    const parts = paired.is === "people" ? paired.people : paired.entries;
    if (parts.length > 1) this.#pairs.several++;
    if (paired.is === "numbers") this.#pairs.numbers.add(paired.entries);
  }

  /** Whether all cells pair labels with numbers or raters, and most pair several. */
  get arePairs(): boolean {
    return this.#pairs.cells === this.#cells && 2 * this.#pairs.several >= this.#cells;
  }

  #addList(labels: readonly Label[]): void {
    this.#items.add(labels);
    if (labels.length > 1) this.#lists.several++;
    if (new Set(labels).size < labels.length) this.#lists.repeated++;
  }

  /**
   * How the cells are read: as lists and dicts if most of them are, or by what separates them. JSON
   * among plain labels is read as such, since Label Studio writes it only for several choices.
   */
  reading(): SeveralReading {
    const written = this.#ofWritten();
    const separated = this.arePairs ? this.#ofPairs() : this.#ofSeparated();
    const votes: SeveralReading["votes"] =
      2 * this.#written >= this.#cells
        ? written
        : (text, labelOf) => (isJson(text) ? written : separated)(text, labelOf);
    const example = this.#texts.find((text) => votes(text).labels.size > 1);
    return {
      votes,
      ...(example !== undefined && { example }),
      ...(this.#nested !== undefined && { nested: this.#nested }),
    };
  }

  #ofWritten(): SeveralReading["votes"] {
    const numbers = this.#numbers.are;
    const peopleOf = peopleOfList(this.#lists.repeated / Math.max(1, this.#lists.several));
    const split = this.#items.splitter();
    return (text, labelOf = asItStands) => {
      const labels = labelsIn(text);
      if (labels?.is === "numbers") return numberVotes(labels.entries, numbers, labelOf);
      const people = labels?.is === "people" ? labels.people : peopleOf(labels?.labels ?? [text]);
      return votesOf(
        people.map((given) => given.flatMap(split)),
        labelOf,
      );
    };
  }

  #ofPairs(): SeveralReading["votes"] {
    const { are } = this.#pairs.numbers;
    return (text, labelOf = asItStands) => {
      const paired = pairedParts(text);
      if (paired?.is === "numbers") return numberVotes(paired.entries, are, labelOf);
      return votesOf(paired === undefined ? [[text]] : paired.people, labelOf);
    };
  }

  #ofSeparated(): SeveralReading["votes"] {
    const separation: Separation = this.#separators.separation() ?? {
      split: (text) => [text],
      repeated: 0,
    };
    const peopleOf = peopleOfList(separation.repeated);
    return (text, labelOf = asItStands) => votesOf(peopleOf(separation.split(text)), labelOf);
  }
}

/** Whether a cell can only be a list or dict: `[removed]` may be a label, `["a"]` is none. */
export function isJson(text: string): boolean {
  return /^\s*[[{]\s*["\]}[{]/.test(text) && writtenValue(text) !== undefined;
}

function labelsIn(text: string): CellLabels | undefined {
  const value = writtenValue(text);
  return value === undefined ? undefined : cellLabels(value);
}

/** A text is a label itself where no codebook says what it stands for. */
export const asItStands: LabelOf = (text) => text;

/** A list is of one person, who gives a label once, or of people with a label each. */
function peopleOfList(repeated: number): (labels: readonly string[]) => readonly string[][] {
  return (labels) => (repeated < REPEATED ? [[...labels]] : labels.map((label) => [label]));
}

function numberVotes(
  entries: readonly (readonly [string, number])[],
  are: NumbersAre,
  labelOf: LabelOf,
): Votes {
  if (are === "ratings")
    return votesOf(
      entries.map(([, rating]) => [String(rating)]),
      labelOf,
    );
  const labels = new Map<Label, number>();
  let sum = 0;
  for (const [name, number] of entries) {
    const label = number > 0 ? labelOf(name) : undefined;
    if (label === undefined) continue;
    labels.set(label, (labels.get(label) ?? 0) + number);
    sum += number;
  }
  return { labels, people: are === "shares" ? Math.min(1, sum) : sum };
}
