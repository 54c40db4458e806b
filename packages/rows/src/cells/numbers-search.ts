/**
 * What the numbers of dicts are: how many people, or which mass, each label has; which share of
 * people gave each, of whom one may give several; or which rating each rater gave.
 */
export type NumbersAre = "masses" | "shares" | "ratings";

/** A sum of masses may be so far from one by rounding. */
const ROUNDED = 0.03;
/** Most sums must be one where numbers are masses. */
const MOST = 0.9;
/** Names of raters differ from cell to cell; those of labels recur. */
const DIFFERING = { names: 20, times: 3 };
/** Beyond so many names, no further ones are kept. */
const MOST_NAMES = 10_000;

/** Matches the usual names of raters. */
const RATER = /^(ann?(otator)?|rater|coder|worker|user|judge|expert|person)s?[ _-]?\d+$/i;

/** Collects dicts of numbers, to find what their numbers are. */
export class NumbersSearch {
  readonly #names = new Set<string>();
  #cells = 0;
  #entries = 0;
  #ones = 0;
  #isWhole = true;

  add(entries: readonly (readonly [string, number])[]): void {
    this.#cells++;
    this.#entries += entries.length;
    let sum = 0;
    for (const [name, number] of entries) {
      if (this.#names.size < MOST_NAMES) this.#names.add(name);
      sum += number;
      this.#isWhole &&= Number.isInteger(number);
    }
    if (Math.abs(sum - 1) <= ROUNDED) this.#ones++;
  }

  get are(): NumbersAre {
    const areMasses = this.#ones >= MOST * this.#cells;
    if (!this.#isWhole) return areMasses ? "masses" : "shares";
    return this.#areRaters && !areMasses ? "ratings" : "masses";
  }

  get #areRaters(): boolean {
    const names = [...this.#names];
    if (names.every((name) => RATER.test(name))) return true;
    const inCell = this.#entries / this.#cells;
    return names.length > DIFFERING.names && names.length > DIFFERING.times * inCell;
  }
}
