import { pairedNumbers } from "../numerics/columns.ts";
import type { ResampledStatistic } from "../numerics/resampler.ts";

/**
 * The least-squares slope of y on x as a function of how often each point was drawn, for an
 * interval of the calibration slope, also by cluster. NaN if x does not vary among the drawn
 * points.
 * @throws RangeError on NaN and on unequal lengths
 * @example
 * const slope = resampledSlope([0.1, 0.2, 0.3, 0.4], [0.1, 0.3, 0.3, 0.5]);
 * replicated([slope], 4, { replicates: 100, seed: "1" })[0].value; // → 1.2
 */
export function resampledSlope(x: ArrayLike<number>, y: ArrayLike<number>): ResampledStatistic {
  const [first, second] = pairedNumbers("slope", x, y);
  return (counts) => {
    let total = 0;
    let sumX = 0;
    let sumY = 0;
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < counts.length; i++) {
      const count = counts[i]!;
      if (count === 0) continue;
      total += count;
      sumX += count * first[i]!;
      sumY += count * second[i]!;
      if (first[i]! < least) least = first[i]!;
      if (first[i]! > most) most = first[i]!;
    }
    if (!(least < most)) return Number.NaN; // rounding would pass for variance
    const meanX = sumX / total;
    const meanY = sumY / total;
    let xx = 0;
    let xy = 0;
    for (let i = 0; i < counts.length; i++) {
      const weighted = counts[i]! * (first[i]! - meanX);
      xx += weighted * (first[i]! - meanX);
      xy += weighted * (second[i]! - meanY);
    }
    return xy / xx;
  };
}
