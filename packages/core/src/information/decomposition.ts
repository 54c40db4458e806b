import { squaredDeviations } from "../numerics/moments.ts";
import { spearman } from "../correlation/correlation.ts";
import type { PairNumbers } from "../types.ts";

/** The sources of a dataset's variance in PMI (Section 4.1, the last columns of Table 1). */
export interface Decomposition {
  /** Var[log P(y)] / Var[log P(y|x)]; above 1 the marginal decides the ranking. */
  readonly R: number;
  /** Spearman of −log P(y) with PMI: the ranking that the label's rarity alone would give. */
  readonly rhoMarginal: number;
}

/**
 * R and ρ_marg over the given pairs, each pair counting once. R is Infinity where only P(y) varies
 * and NaN where neither does or there is no pair; ρ_marg is NaN where P(y) or PMI does not vary.
 * The paper ranks "on the empirical log P(y)", but its positive values are those of −log P(y).
 * @param pairs probabilities above zero and PMI in nats
 * @throws RangeError where a probability is not above zero and finite or a PMI is NaN
 * @example
 * const pair = (conditional, marginal) => ({
 *   conditional,
 *   marginal,
 *   pmi: pmi(conditional, marginal),
 * });
 * decomposition([pair(0.4, 0.02), pair(0.3, 0.2), pair(0.1, 0.001)]);
 * // → { R: 13.186, rhoMarginal: 1 }
 */
export function decomposition(pairs: readonly PairNumbers[]): Decomposition {
  const logConditional = pairs.map((pair, i) => logOf(pair.conditional, "conditional", i));
  const logMarginal = pairs.map((pair, i) => logOf(pair.marginal, "marginal", i));
  const rarity = logMarginal.map((value) => -value);
  const observed = pairs.map(({ pmi }) => pmi);
  const R = squaredDeviations(logMarginal) / squaredDeviations(logConditional);
  return { R, rhoMarginal: spearman(rarity, observed) };
}

function logOf(probability: number, name: string, index: number): number {
  if (!(probability > 0 && probability < Number.POSITIVE_INFINITY)) {
    const must = `decomposition takes the logarithm of each ${name}, which must be above zero and finite`;
    throw new RangeError(`${must}; pair ${index} has ${probability}`);
  }
  return Math.log(probability);
}
