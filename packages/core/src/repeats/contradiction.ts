import { logProbability, pmi } from "../information/pmi.ts";
import { squaredDeviations } from "../numerics/moments.ts";
import { impliedInContext } from "./implied-in-context.ts";
import type { PairKeys } from "./pair-groups.ts";

/**
 * How far elicited base rates contradict the mean of the conditionals, which a coherent
 * respondent's base rates equal: the variance over pairs of log P̂(y | c) − log mean P̂(y | x, c),
 * as a share of the variance of PMI. The pairs include all labels of each x. Rows that lack either
 * term are left out. NaN where PMI does not vary.
 * @throws RangeError on columns of unequal length
 * @example
 * const keys = { x: ["a", "a", "b", "b"], labels: ["YES", "NO", "YES", "NO"] };
 * contradiction([0.9, 0.1, 0.7, 0.3], [0.8, 0.2, 0.8, 0.2], keys); // → 0
 */
export function contradiction(
  conditionals: ArrayLike<number>,
  marginals: ArrayLike<number>,
  keys: PairKeys,
): number {
  const implied = impliedInContext(conditionals, keys);
  if (marginals.length !== implied.length)
    throw new RangeError(`contradiction takes ${implied.length} numbers, not ${marginals.length}`);
  const rows = [...implied.keys()].filter(
    (row) => !Number.isNaN(conditionals[row]! + marginals[row]! + implied[row]!),
  );
  const gaps = rows.map((row) => logProbability(marginals[row]!) - logProbability(implied[row]!));
  const spread = squaredDeviations(rows.map((row) => pmi(conditionals[row]!, marginals[row]!)));
  return spread === 0 ? Number.NaN : squaredDeviations(gaps) / spread;
}
