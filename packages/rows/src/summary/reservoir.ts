import { random } from "@promptnce/core";

/** A uniform draw of what comes by, of a fixed size. */
export interface Reservoir<T> {
  add(item: T): void;
  /** All that came, up to the size. */
  readonly kept: readonly T[];
  /** How many came. */
  readonly seen: number;
}

/** An empty one (Vitter's algorithm R). The same items in the same order give the same draw. */
export function reservoir<T>(size: number, seed: string): Reservoir<T> {
  const kept: T[] = [];
  const source = random(seed);
  let seen = 0;
  return {
    kept,
    get seen() {
      return seen;
    },
    add(item) {
      seen++;
      if (kept.length < size) kept.push(item);
      else {
        const place = source.below(seen);
        if (place < size) kept[place] = item;
      }
    },
  };
}
