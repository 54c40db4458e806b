import { readFileSync } from "node:fs";
import { resampler } from "../numerics/resampler.ts";
import { random } from "../sampling/random.ts";

interface Columns {
  readonly name: string;
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/** What SciPy says of columns given a third, and of columns within groups. */
export const golden: {
  readonly cases: readonly (Columns & {
    readonly given: readonly number[];
    readonly partial: number;
  })[];
  readonly groups: readonly (Columns & {
    readonly groups: readonly number[];
    readonly within: number;
  })[];
} = JSON.parse(
  readFileSync(new URL("../../fixtures/partial_correlation.json", import.meta.url), "utf8"),
);

/**
 * Twenty resamples of so many items: how often each was drawn, and a column with each item as often
 * as that.
 */
export function* resamplesOf(items: number): Generator<{
  readonly counts: Uint32Array;
  readonly of: (column: readonly number[]) => number[];
}> {
  const counts = new Uint32Array(items);
  const draw = resampler(items, items, random(1));
  for (let b = 0; b < 20; b++) {
    draw(counts);
    const drawn = [...counts].flatMap((count, i) => Array.from({ length: count }, () => i));
    yield { counts, of: (column: readonly number[]): number[] => drawn.map((i) => column[i]!) };
  }
}
