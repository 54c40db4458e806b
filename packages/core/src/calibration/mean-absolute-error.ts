import { sumOf } from "../numerics/moments.ts";
import { pairedNumbers } from "../numerics/columns.ts";
import { rowWeights } from "../numerics/weights.ts";

/**
 * The mean absolute error of estimated probabilities: their average distance from the truth. NaN
 * without estimates. The calibration error of a reliability table is a different measure and never
 * larger, since within a bin estimates that are too high and too low cancel. For GPT-4's shares on
 * 2,989 survey answers the mean absolute error is .09, and the calibration error with ten bins .02.
 * @param weights of estimates that count by a weight each, from 0; all 1 if not given
 * @throws RangeError on NaN, on unequal lengths, and on a weight that is negative or not finite
 * @example
 * meanAbsoluteError([0.1, 0.3, 0.6], [0.2, 0.3, 0.5]); // → 0.0667
 */
export function meanAbsoluteError(
  estimates: ArrayLike<number>,
  truth: ArrayLike<number>,
  weights?: ArrayLike<number>,
): number {
  const [first, second] = pairedNumbers("meanAbsoluteError", estimates, truth);
  const checkedWeights = weights ? rowWeights(first.length, weights) : first.map(() => 1);
  const [sum, total] = [
    first.reduce((all, value, i) => all + checkedWeights[i]! * Math.abs(value - second[i]!), 0),
    sumOf(checkedWeights),
  ];
  return sum / total;
}
