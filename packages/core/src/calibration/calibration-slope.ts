import { leastSquares, type Line } from "../correlation/least-squares.ts";
import { weightedLeastSquares } from "../correlation/weighted-least-squares.ts";
import { logProbability } from "../information/pmi.ts";

/** The scale on which estimates and truth are compared; zero is clamped before a logarithm. */
export type CalibrationScale = "probability" | "log";

/**
 * The calibration slope: least squares of the truth on the estimates (the paper's "Cal. slope",
 * ideal 1). Below 1 the estimates are spread more widely than the truth they predict, above 1 less
 * widely. `slopeError` is the slope's standard error. NaN where all estimates are the same.
 * @param estimates probabilities, as elicited
 * @param truth probabilities of the same pairs
 * @param weights of pairs that count by a weight each, as rows of a survey do: see
 * `weightedLeastSquares`
 * @throws RangeError where a value is not from 0 to 1, on unequal lengths, and on a weight that is
 * negative or not finite
 *
 * @example
 * calibrationSlope([0.1, 0.3, 0.6], [0.2, 0.3, 0.5]).slope; // → 0.605
 */
export function calibrationSlope(
  estimates: ArrayLike<number>,
  truth: ArrayLike<number>,
  scale: CalibrationScale = "probability",
  weights?: ArrayLike<number>,
): Line {
  const [x, y] = [onScale(estimates, scale), onScale(truth, scale)];
  if (weights === undefined) return leastSquares(x, y);
  const { influence: _, ...line } = weightedLeastSquares(x, y, weights);
  return line;
}

function onScale(probabilities: ArrayLike<number>, scale: CalibrationScale): Float64Array {
  return Float64Array.from(probabilities, (probability) => {
    const log = logProbability(probability); // refuses what is no probability on either scale
    return scale === "log" ? log : probability;
  });
}
