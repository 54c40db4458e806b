import { connectedRows } from "../numerics/two-way-fit.ts";
import { pairGroups, type PairKeys } from "./pair-groups.ts";

/** Which controls a table of pairs can have. */
export interface ControlsApply {
  /**
   * Whether a control that ignores x applies: labels occur with two or more x on average, so that
   * the effect of a label alone can be separated.
   */
  readonly blindToX: boolean;
  /** Whether a control that ignores y applies: x occur with two or more labels on average. */
  readonly blindToY: boolean;
  /**
   * Whether both effects can be removed at once: at least a quarter of the pairs remain free after
   * a level is fitted for each x and each label, as with two x of two labels each. ρ centred by
   * both then shows whether estimates know which y goes with which x.
   */
  readonly both: boolean;
  /** The number of pairs that remain free after a level is fitted for each x and each label. */
  readonly free: number;
}

/**
 * Which blind controls apply. A predictor that uses y alone can be distinguished from one that uses
 * both only if labels occur with several x, and a predictor that uses x alone only if x occur with
 * several labels, each within its context. A repeated pair counts once.
 * @throws RangeError on columns of unequal length
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
 * The predictor that ignores x: base rates alone, on the scale of the ranked term. For PMI it is
 * −ln P(y), which ranks pairs as any constant P̂(y | x) does; for a conditional it is P(y) itself.
 * @param marginals above zero
 * @example
 * blindToX([0.5, 0.25], "pmi"); // → [0.693, 1.386]
 */
export function blindToX(marginals: ArrayLike<number>, term: "pmi" | "conditional"): Float64Array {
  return Float64Array.from(marginals, (p) => (term === "pmi" ? -Math.log(p) : p));
}

/**
 * The predictor that ignores y: for each row, the mean estimate over the labels of its x in its
 * context. A respondent that gives every label the same number, such as 1 divided by the number of
 * labels, is this predictor.
 * @throws RangeError on columns of unequal length
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
