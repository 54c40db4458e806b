import { pairedNumbers, requireEach } from "../numerics/columns.ts";
import { quantileOfSorted } from "../numerics/quantile.ts";
import { rowWeights } from "../numerics/weights.ts";

export interface ReliabilityOptions {
  /** The number of bins; 10 by default. */
  readonly bins?: number;
  /** Bins of equal width in [0, 1] (the default), or between quantiles of the estimates. */
  readonly by?: "width" | "quantile";
  /** Of pairs that count by a weight each, from 0; all 1 if not given. */
  readonly weights?: ArrayLike<number> | undefined;
}

/** The estimates above `low` up to and including `high` (the first bin includes its `low`). */
export interface ReliabilityBin {
  readonly low: number;
  readonly high: number;
  readonly count: number;
  /** The total weight of its pairs: their number, unless weights are given. */
  readonly weight: number;
  readonly meanEstimate: number;
  readonly meanTruth: number;
}

/**
 * The reliability table: in each bin of estimated probability, the mean estimate beside the mean
 * truth, outcomes or probabilities. Empty bins and bins without weight are left out; without pairs
 * the table is empty. Agrees with scikit-learn's `calibration_curve`.
 * @throws RangeError where a value is not from 0 to 1, on unequal lengths, where `bins` is not a
 *   positive integer, and on a weight that is negative or not finite
 * @example
 * reliabilityTable([0.1, 0.12, 0.8], [0, 0.2, 1], { bins: 2 });
 * // → [{ count: 2, meanEstimate: 0.11, meanTruth: 0.1 }, { count: 1, meanEstimate: 0.8,
 * //   meanTruth: 1 }]
 */
export function reliabilityTable(
  estimates: ArrayLike<number>,
  truth: ArrayLike<number>,
  options: ReliabilityOptions = {},
): ReliabilityBin[] {
  const { bins = 10, by = "width" } = options;
  if (!(Number.isInteger(bins) && bins > 0)) {
    throw new RangeError(`reliabilityTable takes a positive number of bins, not ${bins}`);
  }
  const [first, second] = pairedNumbers("reliabilityTable", estimates, truth);
  for (const column of [first, second]) {
    requireEach(
      column,
      (value) => value >= 0 && value <= 1,
      "reliabilityTable takes probabilities from 0 to 1",
    );
  }
  const sorted = first.toSorted();
  const edgeAt = (share: number): number =>
    by === "width" ? share : quantileOfSorted(sorted, share);
  const edges = Float64Array.from({ length: bins + 1 }, (_, i) => edgeAt(i / bins));
  const weights = options.weights && rowWeights(first.length, options.weights);
  const sums = Array.from({ length: bins }, () => ({ count: 0, weight: 0, estimate: 0, truth: 0 }));
  first.forEach((estimate, i) => {
    const bin = sums[binOf(estimate, edges)]!;
    const weight = weights?.[i] ?? 1;
    bin.count++;
    bin.weight += weight;
    bin.estimate += weight * estimate;
    bin.truth += weight * second[i]!;
  });
  return sums.flatMap(({ count, weight, estimate, truth }, bin) => {
    const [low, high] = [edges[bin]!, edges[bin + 1]!];
    const means = { meanEstimate: estimate / weight, meanTruth: truth / weight };
    return weight === 0 ? [] : [{ low, high, count, weight, ...means }];
  });
}

/**
 * The expected calibration error: the mean distance between estimate and truth over the bins of a
 * reliability table, weighted by the pairs in them (Naeini et al., 2015). In [0, 1]; NaN for an
 * empty table. Report the bins with it.
 *
 * @example
 * expectedCalibrationError(reliabilityTable([0.1, 0.12, 0.8], [0, 0.2, 1])); // → 0.127
 */
export function expectedCalibrationError(table: readonly ReliabilityBin[]): number {
  const total = table.reduce((sum, bin) => sum + bin.weight, 0);
  const error = table.reduce(
    (sum, bin) => sum + bin.weight * Math.abs(bin.meanEstimate - bin.meanTruth),
    0,
  );
  return error / total;
}

/** The first bin whose upper edge is not below the value. */
function binOf(value: number, edges: Float64Array): number {
  let bin = 0;
  while (bin < edges.length - 2 && edges[bin + 1]! < value) {
    bin++;
  }
  return bin;
}
