import { holm } from "../comparison/holm.ts";
import { unitP } from "../resampling/unit-interval.ts";

/** A statistic with null value 0, and its uncertainty. */
export interface SizedStatistic {
  readonly value: number;
  /** The standard error from resampling units, inflated where necessary. */
  readonly standardError: number;
  /** The number of units that were resampled. */
  readonly units: number;
}

/**
 * Which statistics of a block exceed 0 by more than chance, by the one-sided p of Student's t with
 * `units` − 1 degrees of freedom, adjusted by Holm's method. If none of them is truly above 0, the
 * probability of naming any is at most `alpha`, however many there are. A positive statistic that
 * is the same in every resample counts as above chance. A statistic without a value or a standard
 * error, or of fewer than two units, never does.
 *
 * @example
 * const statistic = (value, standardError) => ({ value, standardError, units: 30 });
 * aboveChance([statistic(0.5, 0.1), statistic(0.1, 0.1)]); // → [true, false]
 */
export function aboveChance(statistics: readonly SizedStatistic[], alpha = 0.025): boolean[] {
  const adjusted = holm(statistics.map(chanceOf));
  return Array.from(adjusted, (p) => p <= alpha);
}

/**
 * The level of the test on each single statistic in {@link areShown}. It is low because anyone may
 * enter the challenge as often as they like, and on the pairs of `words-1` even −ln P(y) has p =
 * .015 by chance.
 */
export const SHOWN_ALPHA = 0.001;

/**
 * Which estimates are shown to use both x and y, by the statistics of their gates. Each is tested
 * at .001, and all together by {@link aboveChance}, which is stricter only for more than 25. An
 * estimate therefore gets the same verdict alone, in a summary, on the leaderboard and in a block
 * of a run. An estimate without a statistic is not shown.
 *
 * @example
 * areShown([{ value: 0.5, standardError: 0.1, units: 30 }, undefined]); // → [true, false]
 */
export function areShown(statistics: readonly (SizedStatistic | undefined)[]): boolean[] {
  const unjudged = { value: Number.NaN, standardError: Number.NaN, units: 0 };
  const judged = statistics.map((statistic) => statistic ?? unjudged);
  const together = aboveChance(judged);
  return judged.map((one, i) => together[i]! && aboveChance([one], SHOWN_ALPHA)[0]!);
}

/**
 * The probability of a value at least as far above 0 if the statistic were 0; NaN without a value.
 */
function chanceOf({ value, standardError, units }: SizedStatistic): number {
  if (!(standardError >= 0 && units >= 2)) return Number.NaN;
  if (standardError === 0) return value > 0 ? 0 : 1;
  const twoSided = unitP(value / standardError, units);
  return value > 0 ? twoSided / 2 : 1 - twoSided / 2;
}
