import { pairedNumbers } from "./paired-numbers.ts";
import { denseRanks } from "./rank.ts";
import type { ResampledStatistic } from "./resampled-statistic.ts";

/**
 * Spearman's correlation as a function of how often each pair was drawn. The columns are ranked
 * once; a resample then costs one pass to count, one prefix sum a column for its midranks and one
 * pass for their products, in O(n), and gives what ranking the resample afresh gives: twice a
 * centred midrank is an integer, so up to 200,000 drawn pairs every sum is exact. NaN where a column
 * of the resample has no variance.
 * @throws RangeError on NaN and on unequal lengths
 */
export function resampledSpearman(x: ArrayLike<number>, y: ArrayLike<number>): ResampledStatistic {
  const [first, second] = pairedNumbers("spearman", x, y);
  const ofX = denseRanks(first);
  const ofY = denseRanks(second);
  const rankX = ofX.rank;
  const rankY = ofY.rank;
  const scoresX = new Float64Array(ofX.distinct);
  const scoresY = new Float64Array(ofY.distinct);
  return (counts) => {
    scoresX.fill(0);
    scoresY.fill(0);
    let total = 0;
    for (let i = 0; i < counts.length; i++) {
      const count = counts[i]!;
      total += count;
      scoresX[rankX[i]!]! += count;
      scoresY[rankY[i]!]! += count;
    }
    const squaresX = countsToScores(scoresX, total);
    const squaresY = countsToScores(scoresY, total);
    let products = 0;
    for (let i = 0; i < counts.length; i++) {
      products += counts[i]! * scoresX[rankX[i]!]! * scoresY[rankY[i]!]!;
    }
    return products / Math.sqrt(squaresX * squaresY);
  };
}

/**
 * Turns the counts of each distinct value, in ascending order, into twice its midrank less its
 * mean: (what is below) − (what is above). Returns the sum of squares over all drawn items, which
 * is (N³ − Σ t³) / 3 for ties of t.
 */
function countsToScores(countsThenScores: Float64Array, total: number): number {
  let below = 0;
  let cubes = 0;
  for (let g = 0; g < countsThenScores.length; g++) {
    const count = countsThenScores[g]!;
    countsThenScores[g] = 2 * below + (count - total);
    below += count;
    cubes += count * count * count;
  }
  return (total * total * total - cubes) / 3;
}
