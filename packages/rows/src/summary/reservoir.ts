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
  const drawn = {
    kept,
    seen: 0,
    add(item: T) {
      drawn.seen++;
      const place = kept.length < size ? kept.length : source.below(drawn.seen);
      if (place < size) kept[place] = item;
    },
  };
  return drawn;
}
