import { intervalOf, tunedWeight, type PredictionPowered } from "./prediction-powered.ts";
import { random, shuffle } from "../sampling/random.ts";

/** Labels, those there are included; `undefined` where labels of all rows would not do. */
export interface LabelsNeeded {
  readonly labels: number | undefined;
  /** Without predictions. */
  readonly classical: number | undefined;
}

/**
 * The fewest labels of the same rows, drawn at random, with which the interval is estimate ± `half`, in the unit of the
 * estimate. It takes the variances found for the true ones and tunes λ anew at each number, so it is a plan, not a
 * promise. Both `undefined` where there is no interval yet.
 * @throws RangeError where `half` is not above 0, and where `level` is not between 0 and 1
 */
export function labelsNeeded(
  { samples }: PredictionPowered,
  half: number,
  level = 0.95,
): LabelsNeeded {
  if (!(half > 0)) throw new RangeError(`half the width of an interval is above 0, not ${half}`);
  const all = samples.reduce((sum, { labelled, unlabelled }) => sum + labelled + unlabelled, 0);
  const fewest = (predicted: boolean): number | undefined => {
    const suffices = (labels: number): boolean => {
      const planned = samples.map((sample) => {
        const rows = sample.labelled + sample.unlabelled;
        const labelled = (labels * rows) / all;
        const resized = { ...sample, labelled, unlabelled: rows - labelled };
        return { ...resized, lambda: predicted ? tunedWeight(resized) : 0 };
      });
      const { low, high } = intervalOf(planned, level);
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
 * The places of `count` rows to label next, or of all without a label: by chance, a larger draw beginning with a
 * smaller. Not where a model is least sure: prediction-powered intervals hold where labelled rows are a random sample,
 * which random rows added to random rows are. Others need each row's chance of being chosen, at all times before too
 * (Zrnic and Candès, 2024).
 */
export function rowsToLabel(
  labels: ArrayLike<number | undefined>,
  count: number,
  seed: string | number,
): number[] {
  const rows = Array.from(labels, (_, row) => row).filter((row) => labels[row] === undefined);
  return shuffle(rows, random(`rows to label ${seed}`)).slice(0, count);
}
