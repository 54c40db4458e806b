import { decomposition, type Decomposition } from "./decomposition.ts";
import { logProbability } from "./pmi.ts";
import type { Estimate } from "../types.ts";

/** R̂ and ρ̂_marg of a model's estimates, with the number of estimates used. */
export interface ElicitedDecomposition extends Decomposition {
  readonly n: number;
  /**
   * Estimates left out because the conditional or the marginal could not be elicited; `n` are used.
   */
  readonly dropped: number;
}

/**
 * The decomposition of a method's own estimates, R̂ = Var[log P̂(y)] / Var[log P̂(y|x)] and
 * ρ̂_marg = Spearman(−log P̂(y), its PMI), zero clamped. It needs no ground truth, so it can warn
 * before anyone has any: where R̂ is far above 1, the ranking hangs on the elicited base rates. It
 * measures what the model believes, which may be more or less spread out than the truth. As in
 * `decomposition`, R̂ is NaN or Infinity and ρ̂_marg NaN where there is no variance.
 * @throws RangeError where an elicited probability is not from 0 to 1
 * @example
 * const said = (conditional, marginal) => ({
 *   conditional,
 *   marginal,
 *   pmi: pmi(conditional, marginal),
 * });
 * elicitedDecomposition([said(0.4, 0.02), said(0.3, 0.2), said(0.1, 0.001)]);
 * // → { R: 13.186, rhoMarginal: 1, n: 3, dropped: 0 }
 */
export function elicitedDecomposition(estimates: readonly Estimate[]): ElicitedDecomposition {
  const clamped = (probability: number): number => Math.exp(logProbability(probability));
  const pairs = estimates.flatMap(({ conditional, marginal, pmi }) =>
    conditional === undefined || marginal === undefined || pmi === undefined
      ? []
      : [{ conditional: clamped(conditional), marginal: clamped(marginal), pmi }],
  );
  return { ...decomposition(pairs), n: pairs.length, dropped: estimates.length - pairs.length };
}
