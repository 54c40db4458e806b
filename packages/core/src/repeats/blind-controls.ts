import { connectedRows } from "../numerics/two-way-fit.ts";
import { pairGroups, type PairKeys } from "./pair-groups.ts";

/** Which controls a table of pairs can have. */
export interface ControlsApply {
  /**
   * Blind to x: labels occur with two x or more on average, so that the effect of a label alone can
   * be separated.
   */
  readonly blindToX: boolean;
  /** Blind to y: x occur with two labels or more on average. */
  readonly blindToY: boolean;
  /**
   * Both at once: a quarter of the pairs or more are left to vary where each x and each label has a
   * level, as of two x with two labels each. ρ centred by both then answers whether estimates know
   * which y goes with which x.
   */
  readonly both: boolean;
  /** How many pairs are left to vary where each x and each label has a level. */
  readonly free: number;
}

/**
 * Which blind controls apply. A predictor of y alone can be told from one of both only where a label
 * occurs with several x, and a predictor of x alone only where an x occurs with several labels, each
 * within its context. A repeated pair counts once.
 * @throws RangeError where there is not one key of each kind a row
 * @example
 * controlsApply({ x: ["a", "a", "b", "b"], labels: ["YES", "NO", "YES", "NO"] });
 * // → { blindToX: true, blindToY: true, both: true, free: 1 }
 */
export function controlsApply(keys: PairKeys): ControlsApply {
  const { x, labels, pairs } = pairGroups(keys);
  const free = pairs.count - x.count - labels.count + connectedRows(x, labels).count;
  return {
    blindToX: pairs.count >= 2 * labels.count,
    blindToY: pairs.count >= 2 * x.count,
    both: free > 0 && 4 * free >= pairs.count,
    free,
  };
}

/**
 * The predictor that ignores x: base rates alone, on the scale of the ranked term. For PMI this is
 * −ln P(y), to which any constant P̂(y | x) is equivalent; for a conditional it is P(y) itself.
 * @param marginals above zero
 * @example
 * blindToX([0.5, 0.25], "pmi"); // → [0.693, 1.386]
 */
export function blindToX(marginals: ArrayLike<number>, term: "pmi" | "conditional"): Float64Array {
  return Float64Array.from(marginals, (p) => (term === "pmi" ? -Math.log(p) : p));
}

/**
 * The predictor that ignores y: for each row, the mean estimate over the labels of its x in its
 * context. A respondent that gives every label the same number, such as 1 / their number, is this
 * predictor.
 * @throws RangeError where there is not one number and one key of each kind a row
 * @example
 * blindToY([1, 3, 5, 5], { x: ["a", "a", "b", "b"], labels: ["YES", "NO", "YES", "NO"] });
 * // → [2, 2, 5, 5]
 */
export function blindToY(estimates: ArrayLike<number>, keys: PairKeys): Float64Array {
  const { x } = pairGroups(keys);
  const rows = x.of.length;
  if (estimates.length !== rows) {
    throw new RangeError(`blindToY takes ${rows} numbers, not ${estimates.length}`);
  }
  const [sums, sizes] = [new Float64Array(x.count), new Float64Array(x.count)];
  for (let row = 0; row < rows; row++) {
    sums[x.of[row]!]! += estimates[row]!;
    sizes[x.of[row]!]!++;
  }
  return Float64Array.from(x.of, (group) => sums[group]! / sizes[group]!);
}
