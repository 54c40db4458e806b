import { type ClusterKey, clustersOf } from "../numerics/resampler.ts";
import { intervalOf, tuned, withoutPredictions } from "./powered-interval.ts";
import type { PoweredEstimate } from "./prediction-powered.ts";
import { random, shuffle } from "../sampling/random.ts";

/**
 * The number of labels needed, including existing ones; `undefined` if even labels of all rows
 * would not be enough.
 */
export interface LabelsNeeded {
  readonly labels: number | undefined;
  /** The number of labels needed without predictions. */
  readonly classical: number | undefined;
}

/**
 * The smallest number of labels of the same rows, drawn at random, for which the interval is
 * estimate ± `half`, in the unit of the estimate. It takes the estimated variances as the true ones
 * and tunes λ anew for each number, so it is a plan, not a promise. Both numbers are `undefined` if
 * there is no interval yet. With clusters, whole clusters of the same sizes are drawn.
 * @throws RangeError where `half` is not above 0, where `level` is not between 0 and 1, and where
 * clusters are labelled in part or lie in both groups, as more labels of the same clusters then
 * tell less
 *
 * @example
 * const predictions = Array.from({ length: 100 }, (_, row) => (row * 7) % 10);
 * const labels = predictions.map((value, row) => (row < 20 ? value + (row % 3) : undefined));
 * labelsNeeded(predictionPowered({ labels, predictions }), 1); // → { labels: 10, classical: 48 }
 */
export function labelsNeeded(
  { samples, clusters }: PoweredEstimate,
  half: number,
  level = 0.95,
): LabelsNeeded {
  if (!(half > 0)) throw new RangeError(`half the width of an interval is above 0, not ${half}`);
  if (clusters?.whole === false)
    throw new RangeError("labelsNeeded takes clusters of one group, labelled whole or not at all");
  const all = samples.reduce((sum, { labelled, unlabelled }) => sum + labelled + unlabelled, 0);
  const fewest = (predicted: boolean): number | undefined => {
    const suffices = (labels: number): boolean => {
      const planned = samples.map((sample) => {
        const rows = sample.labelled + sample.unlabelled;
        const labelled = (labels * rows) / all;
        const unlabelled = rows - labelled;
        return {
          ...sample,
          labelled,
          unlabelled,
          labelledUnits: labelled * (sample.labelledUnits / sample.labelled),
          unlabelledUnits: unlabelled * (sample.unlabelledUnits / sample.unlabelled),
        };
      });
      const { low, high } = intervalOf((predicted ? tuned : withoutPredictions)(planned), level);
      return high - low <= 2 * half;
    };
    let [low, high] = [0, all + 1];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (suffices(middle)) high = middle;
      else low = middle;
    }
    return high > all ? undefined : high;
  };
  return { labels: fewest(true), classical: fewest(false) };
}

/**
 * The places of `count` rows to label next, or of all unlabelled rows if there are fewer. They are
 * drawn at random, and a larger draw begins with a smaller one. They are not the rows where a model
 * is least sure, since prediction-powered intervals are valid only if the labelled rows are a
 * random sample, and random rows added to random rows are one. Any other choice needs the
 * probability with which each row was chosen, including earlier ones (Zrnic and Candès, 2024). With
 * `clusters`, whole clusters without any label are drawn until there are at least `count` rows.
 * @throws RangeError if `clusters` does not have one key for each row
 * @example
 * rowsToLabel([1, undefined, undefined, undefined], 2, "seed"); // → [3, 1]
 */
export function rowsToLabel(
  labels: ArrayLike<number | undefined>,
  count: number,
  seed: string | number,
  clusters?: ArrayLike<ClusterKey>,
): number[] {
  const source = random(`rows to label ${seed}`);
  const all = Array.from(labels, (_, row) => row);
  if (clusters === undefined) {
    const rows = all.filter((row) => labels[row] === undefined);
    return shuffle(rows, source).slice(0, count);
  }
  const { of } = clustersOf(labels.length, clusters);
  const wholes = [...Map.groupBy(all, (row) => of[row]!).values()].filter((rows) =>
    rows.every((row) => labels[row] === undefined),
  );
  const drawn: number[] = [];
  for (const rows of shuffle(wholes, source)) {
    if (drawn.length >= count) break;
    drawn.push(...rows);
  }
  return drawn;
}
