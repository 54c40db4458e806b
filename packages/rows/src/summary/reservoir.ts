import { type Random, random } from "@promptnce/core";

/** A uniform draw of what comes by, of a fixed size (Vitter's algorithm R): of the same items in the same order the same. */
export class Reservoir<T> {
  /** All that came, up to the size. */
  readonly kept: T[] = [];
  /** How many came. */
  seen = 0;
  readonly #size: number;
  readonly #source: Random;

  constructor(size: number, seed: string) {
    this.#size = size;
    this.#source = random(seed);
  }

  add(item: T): void {
    this.seen++;
    const place = this.kept.length < this.#size ? this.kept.length : this.#source.below(this.seen);
    if (place < this.#size) this.kept[place] = item;
  }
}
