import { sumOf } from "../numerics/moments.ts";
import { logRising } from "../numerics/log-rising.ts";
import { ZERO_CLAMP } from "./pmi.ts";

/** The labels of one context: the elicited rate of each, and the number of people who gave it. */
export interface CountedShares {
  /** P̂(y | c), scaled to sum to one here; 0 counts as 1e-6, since no count could contradict it. */
  readonly rates: ArrayLike<number>;
  /** Numbers of people, or sums of weights that sum to an effective size. */
  readonly counts: ArrayLike<number>;
}

/**
 * How many people a stated base rate is worth: the strength κ of a Dirichlet prior around it, one
 * for all contexts, under which the contexts' counts are likeliest (empirical Bayes with
 * Dirichlet-multinomial counts; Minka, 2000). ∞ where the counts deviate from the rates no more
 * than by chance, and where nothing is counted in any context.
 * @throws RangeError if a context does not have one count for each rate, has only rates of 0, or
 * has a negative number
 * @example
 * const rates = [0.7, 0.3];
 * dirichletStrength([
 *   { rates, counts: [9, 1] },
 *   { rates, counts: [4, 6] },
 * ]); // → 4.748
 */
export function dirichletStrength(contexts: readonly CountedShares[]): number {
  const scaled = contexts.map((context) => ({ ...context, rates: sharesOf(context) }));
  const at = (ln: number): number =>
    scaled.reduce((sum, context) => sum + logLikelihood(context, Math.exp(ln)), 0);
  if (!contexts.some(({ counts }) => Array.from(counts).some((count) => count > 0)))
    return Infinity;
  let [low, high] = LN_STRENGTHS;
  while (high - low > 1e-7) {
    const third = (high - low) / 3;
    if (at(low + third) < at(high - third)) low += third;
    else high -= third;
  }
  return high === LN_STRENGTHS[1] ? Infinity : Math.exp((low + high) / 2);
}

/** The range of ln κ, from a four-hundredth of a person to 160,000 people. */
const LN_STRENGTHS: readonly [number, number] = [-6, 12];

/** The log-likelihood in nats, without terms that do not depend on the strength. */
function logLikelihood({ rates, counts }: CountedShares, strength: number): number {
  let [sum, total] = [0, 0];
  for (let i = 0; i < counts.length; i++) {
    total += counts[i]!;
    if (counts[i]! > 0) sum += logRising(strength * rates[i]!, counts[i]!);
  }
  return sum - logRising(strength, total);
}

/**
 * P(y | c) of each label after counting: the posterior mean (count + κ rate) / (people + κ), which
 * is the stated rate where nobody was asked, and close to the counted share where many were.
 * @param strength κ of {@link dirichletStrength}, or the number of people that the stated rates are
 * assumed to be worth; ∞ keeps these rates
 * @throws RangeError as {@link dirichletStrength}, and where `strength` is negative or NaN
 * @example
 * smoothedShares({ rates: [0.7, 0.3], counts: [4, 6] }, 10); // → [0.55, 0.45]
 */
export function smoothedShares(context: CountedShares, strength: number): Float64Array {
  if (!(strength >= 0)) throw new RangeError(`a prior's strength is from 0, not ${strength}`);
  const rates = sharesOf(context);
  if (strength === Infinity) return rates;
  const counts = Float64Array.from(context.counts);
  const total = sumOf(counts);
  return counts.map((count, i) => (count + strength * rates[i]!) / (total + strength));
}

function sharesOf({ rates, counts }: CountedShares): Float64Array {
  if (rates.length !== counts.length) {
    throw new RangeError(`a context has a count a rate, not ${counts.length} of ${rates.length}`);
  }
  const priorRates = Float64Array.from(rates);
  if (![...priorRates, ...Array.from(counts)].every((value) => value >= 0 && value < Infinity)) {
    throw new RangeError("rates and counts are from 0, finite");
  }
  if (!priorRates.some((rate) => rate > 0)) throw new RangeError("a context needs a rate above 0");
  const positive = priorRates.map((rate) => Math.max(rate, ZERO_CLAMP));
  const total = sumOf(positive);
  return positive.map((rate) => rate / total);
}
