import { holm } from "../comparison/holm.ts";
import { unitP } from "../resampling/unit-interval.ts";

/** A statistic that is 0 by chance, and how sure it is. */
export interface SizedStatistic {
  readonly value: number;
  /** By resampling units, inflated where it must be. */
  readonly standardError: number;
  /** How many were resampled. */
  readonly units: number;
}

/**
 * Which of a block's statistics are above 0 by more than chance, all together: one-sided p of
 * Student's t with `units` − 1 degrees of freedom, adjusted by Holm's method, so that of a block in
 * which none is, one is named with probability `alpha` at most, however many it has. One above 0
 * that no resample moves is. Never one without a value or an error, nor of fewer than two units.
 */
export function aboveChance(statistics: readonly SizedStatistic[], alpha = 0.025): boolean[] {
  const adjusted = holm(statistics.map(chanceOf));
  return Array.from(adjusted, (p) => p <= alpha);
}

/** The probability, were the statistic 0, of one so far above; NaN where there is none. */
function chanceOf({ value, standardError, units }: SizedStatistic): number {
  if (!(standardError >= 0 && units >= 2)) return Number.NaN;
  if (standardError === 0) return value > 0 ? 0 : 1;
  const twoSided = unitP(value / standardError, units);
  return value > 0 ? twoSided / 2 : 1 - twoSided / 2;
}
