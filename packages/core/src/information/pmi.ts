import { canonicalNumber } from "./canonical-number.ts";
import type { Estimate } from "../types.ts";

/**
 * The value used inside a logarithm for a probability reported as exactly zero (paper, Section 5).
 */
export const ZERO_CLAMP = 1e-6;

/**
 * The natural logarithm of a probability, in nats; exactly zero is clamped to {@link ZERO_CLAMP}.
 * @throws RangeError below zero, above one, or not finite: such replies must already have been
 *   counted as unreadable
 * @example
 * logProbability(0.5); // → -0.693
 * logProbability(0) === Math.log(ZERO_CLAMP); // → true
 */
export function logProbability(probability: number): number {
  return Math.log(clampedProbability(probability));
}

function clampedProbability(probability: number): number {
  if (!(probability >= 0 && probability <= 1)) {
    throw new RangeError(`a probability must be from 0 to 1, not ${probability}`);
  }
  return probability === 0 ? ZERO_CLAMP : probability;
}

/**
 * Pointwise mutual information log P(y|x) − log P(y) in nats, each zero clamped (equation 1): one
 * logarithm of one ratio, so that pairs whose ratios are equal tie as those of counts do.
 * @throws RangeError where either is not a probability
 * @example
 * pmi(0.4, 0.02); // → 2.996
 */
export function pmi(conditional: number, marginal: number): number {
  return Math.log(canonicalNumber(clampedProbability(conditional) / clampedProbability(marginal)));
}

/**
 * Whether a term was reported as exactly zero, so that the clamp determines PMI. False without
 * terms.
 *
 * @example
 * isClamped({ conditional: 0, marginal: 0.02 }); // → true
 */
export function isClamped({ conditional, marginal }: Estimate): boolean {
  return conditional === 0 || marginal === 0;
}

/**
 * Whether both terms were reported as exactly zero: PMI is then 0 whatever zero is clamped to, and
 * says nothing about the pair. False without terms.
 *
 * @example
 * isZeroByZero({ conditional: 0, marginal: 0 }); // → true
 */
export function isZeroByZero({ conditional, marginal }: Estimate): boolean {
  return conditional === 0 && marginal === 0;
}

/**
 * Whether a term is above zero and below {@link ZERO_CLAMP}, so that a zero ranks above it. False
 * without terms.
 *
 * @example
 * isBelowClamp({ conditional: 1e-9, marginal: 0.02 }); // → true
 */
export function isBelowClamp({ conditional = 1, marginal = 1 }: Estimate): boolean {
  return [conditional, marginal].some((probability) => probability > 0 && probability < ZERO_CLAMP);
}
