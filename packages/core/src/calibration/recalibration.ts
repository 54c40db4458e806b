import { isotonicFit, isotonicPredict } from "./isotonic.ts";
import { logProbability, pmi } from "../information/pmi.ts";
import type { IsotonicMap } from "../numerics/pool-adjacent-violators.ts";
import type { Estimate } from "../types.ts";

/** The term of PMI that is recalibrated (the paper's table on post-hoc recalibration). */
export type RecalibratedTerm = "conditional" | "marginal" | "both";

/** One development pair: a method's estimate and the probabilities from people's answers. */
export interface DevelopmentPair {
  readonly estimate: Estimate;
  readonly truth: { readonly conditional: number; readonly marginal: number };
}

export interface Recalibration {
  /**
   * The map from elicited to true P(y|x), fitted on the probability scale; absent where not
   * requested.
   */
  readonly conditional?: IsotonicMap;
  /** The same map for P(y). */
  readonly marginal?: IsotonicMap;
  /** Development pairs left out of a fit because the term could not be elicited. */
  readonly dropped: number;
}

/**
 * Fits isotonic maps from elicited to true probabilities on development pairs (the paper's Section
 * on recalibration: 200 pairs). A diagnostic: it needs ground truth.
 * @throws RangeError where no development pair has the term
 * @example
 * const pair = (estimate, truth) => ({
 *   estimate: { conditional: estimate },
 *   truth: { conditional: truth },
 * });
 * const fitted = fitRecalibration([pair(0.2, 0.1), pair(0.6, 0.5)], "conditional");
 * recalibrate(fitted, { conditional: 0.4 }).conditional; // → 0.3
 */
export function fitRecalibration(
  pairs: readonly DevelopmentPair[],
  term: RecalibratedTerm,
): Recalibration {
  const terms = term === "both" ? (["conditional", "marginal"] as const) : ([term] as const);
  let dropped = 0;
  const maps = terms.map((name) => {
    const elicitedPairs = pairs.filter(({ estimate }) => estimate[name] !== undefined);
    if (elicitedPairs.length === 0) {
      throw new RangeError(
        `fitRecalibration needs development pairs with an elicited ${name}; none of ${pairs.length} has one`,
      );
    }
    dropped += pairs.length - elicitedPairs.length;
    const elicited = elicitedPairs.map(({ estimate }) => estimate[name]!);
    const truth = elicitedPairs.map((pair) => pair.truth[name]);
    return [name, isotonicFit(elicited, truth)] as const;
  });
  return { ...Object.fromEntries(maps), dropped };
}

/**
 * The estimate with its recalibrated terms and PMI recombined from them, zero clamped; without a
 * marginal PMI is log P̂(y|x). Absent terms stay absent, and an estimate without a conditional
 * (Direct-PMI) is returned unchanged.
 *
 * @example
 * const pair = (estimate, truth) => ({
 *   estimate: { conditional: estimate },
 *   truth: { conditional: truth },
 * });
 * const fitted = fitRecalibration([pair(0.2, 0.1), pair(0.6, 0.3)], "conditional");
 * recalibrate(fitted, { conditional: 0.4, marginal: 0.02 });
 * // → { conditional: 0.2, marginal: 0.02 }
 */
export function recalibrate(recalibration: Recalibration, estimate: Estimate): Estimate {
  const conditional = mapped(recalibration.conditional, estimate.conditional);
  const marginal = mapped(recalibration.marginal, estimate.marginal);
  if (conditional === undefined) return estimate;
  return {
    conditional,
    ...(marginal !== undefined && { marginal }),
    ...(estimate.pmi !== undefined && {
      pmi: marginal === undefined ? logProbability(conditional) : pmi(conditional, marginal),
    }),
  };
}

function mapped(map: IsotonicMap | undefined, value: number | undefined): number | undefined {
  return value === undefined || map === undefined ? value : isotonicPredict(map, [value])[0];
}
