import { random, shuffle } from "./random.ts";

export interface SplitSizes {
  /** Pairs for prompt development and recalibration; 200 in the paper. */
  readonly development?: number;
  /** Pairs that are scored; 500 in the paper. */
  readonly evaluation?: number;
  readonly seed: string | number;
}

export interface PairSplit<P> {
  readonly development: P[];
  readonly evaluation: P[];
  /** Pairs in neither set: not scored, but available as examples. */
  readonly rest: P[];
}

/**
 * A disjoint development and evaluation set, each uniform over the pairs with a nonzero count
 * (Section 5). Neither changes with the size of the other, and a smaller one is the beginning of a
 * larger: what a pilot asked, and what its prompts were developed on, serves the whole run.
 * @throws RangeError where there are fewer pairs than asked for.
 * @example
 * const pairs = ["PUSH", "PULL", "WATER"].map((y) => ({ id: y, y, conditional: 0.1 }));
 * const { development, evaluation } = splitPairs(pairs, {
 *   development: 1,
 *   evaluation: 2,
 *   seed: "s",
 * });
 * [...development, ...evaluation].length; // → 3
 */
export function splitPairs<P extends { readonly conditional: number }>(
  pairs: readonly P[],
  { development = 200, evaluation = 500, seed }: SplitSizes,
): PairSplit<P> {
  const counted = pairs.filter((pair) => pair.conditional > 0);
  if (counted.length < development + evaluation) {
    const found = `there are only ${counted.length} pairs with a nonzero count`;
    throw new RangeError(
      `${development} development and ${evaluation} evaluation pairs were asked for, but ${found}`,
    );
  }
  const order = shuffle(counted, random(`${seed}/split`));
  return {
    evaluation: order.slice(0, evaluation),
    development: order.slice(order.length - development).toReversed(),
    rest: order.slice(evaluation, order.length - development),
  };
}
