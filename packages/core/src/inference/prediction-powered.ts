import { type Clusters, clustersOf } from "../numerics/resampler.ts";
import { type PartlyLabelledColumns, requireColumns } from "./partly-labelled.ts";
import {
  hasFewOfAKind,
  intervalOf,
  type IntervalEstimate,
  tuned,
  withoutPredictions,
} from "./powered-interval.ts";
import {
  type PoweredSample,
  type TunableSample,
  sampleOf,
  type SampleRows,
} from "./powered-sample.ts";

/** The estimate with predictions and its samples: one, or one for each group and stratum. */
export interface PoweredEstimate extends IntervalEstimate {
  /** The estimate from the labelled rows alone. */
  readonly classical: IntervalEstimate;
  readonly samples: readonly PoweredSample[];
  /** Present if errors are by cluster. */
  readonly clusters?: LabelledClusters;
}

export interface LabelledClusters {
  /** The number of clusters with a label, and the number of all clusters. */
  readonly labelled: number;
  readonly all: number;
  /** Whether each cluster lies in one sample and has labels for all its rows or for none. */
  readonly whole: boolean;
}

/**
 * A mean, a share (the mean of an indicator), a slope, or the difference of two groups, from labels
 * of some rows and predictions of all, by PPI++ (Angelopoulos, Duchi and Zrnic, 2023): the labels'
 * estimate plus λ times the excess of the predictions' estimate in the unlabelled rows. Predictions
 * may be wrong in any way. The worse they predict the labels, the smaller λ is, so that the
 * interval is never wider than that of the labelled rows alone, except by noise.
 *
 * The intervals are valid for the population that independent rows come from, if the labelled rows
 * were drawn at random (`rowsToLabel`). They use Student's t, or Welch's for a difference; the
 * errors of a slope are robust to unequal variance, and λ counts as one fitted number. λ is 0 if no
 * prediction varies, if fewer than two rows lack a label, or if too few have one. The interval is
 * NaN for a single label and for a slope on a constant x, and has no width for labels that are all
 * equal and not 0 or 1.
 *
 * With `clusters`, the intervals are valid for the population that independent clusters come from:
 * errors come from a jackknife over whole clusters, and degrees of freedom count the labelled
 * clusters. With `strata`, each stratum has its own λ and counts by its share of the rows, whatever
 * part of it was labelled (Fisch et al., 2024, Section 3); the variance includes the error of these
 * shares.
 *
 * With `weights`, such as those of a survey, means are ratios of weighted sums, slopes are those of
 * weighted least squares, and errors are linearised, which grow with the spread of the weights
 * (Binder, 1983; Särndal, Swensson and Wretman, 1992, Section 5.7), or the jackknife's by cluster.
 * Degrees of freedom count the rows that carry the variance, and the exact interval of a share uses
 * its effective number of labels (Korn and Graubard, 1998). Equal weights change nothing.
 *
 * A share with few labels of one kind, fewer than five or too few for Student's t, has the exact
 * interval of the labels alone ({@link exactShare}): so few labels do not show how predictions err.
 *
 * The estimate and λ of a mean are those of `ppi-python`. For a slope, that package takes the
 * predictions' residuals from the labels' line, which widens the interval if their slope is wrong;
 * here the residuals are from their own line.
 * @throws RangeError on unequal lengths, NaN, ±∞, a weight that is not above 0, a slope by stratum,
 * and where `level` is not between 0 and 1
 *
 * @example
 * const labels = [3, 5, 4, 6, undefined, undefined, undefined, undefined];
 * const predictions = [2, 5, 5, 6, 3, 4, 7, 5];
 * predictionPowered({ labels, predictions }); // → { estimate: 4.573, low: 1.936, high: 7.211 }
 */
export function predictionPowered(given: PartlyLabelledColumns, level = 0.95): PoweredEstimate {
  requireColumns(given);
  const { weights, ...unweighted } = given;
  const areEqual = new Set(Array.from(weights ?? [])).size < 2;
  const columns = areEqual ? unweighted : given;
  const rows = columns.predictions.length;
  const clusters = columns.clusters && clustersOf(rows, columns.clusters);
  const groups = groupsOf(columns);
  const sampled = groups.map((group) => sampleOf(columns, group, clusters));
  const untuned = sampled.map(({ sample, rectifiedCumulant }) => ({
    ...sample,
    lambda: 0,
    rectifiedCumulant: rectifiedCumulant(0),
  }));
  const labelledClusters = clusters && clustersLabelled(columns, clusters, groups);
  const whole = labelledClusters === undefined || labelledClusters.whole;
  const shared = (samples: readonly PoweredSample[]): number =>
    whole || samples.length < 2 ? 0 : sharedVariance(samples, sampled);
  const alone = withoutPredictions(untuned);
  const isExact = hasFewOfAKind(alone, shared(alone));
  const samples = (isExact ? alone : tuned(untuned)).map((sample, i) => ({
    ...sample,
    rectifiedCumulant: sampled[i]!.rectifiedCumulant(sample.lambda),
  }));
  const classical = intervalOf(alone, level, shared(alone));
  const powered = intervalOf(samples, level, shared(samples));
  return {
    ...powered,
    classical,
    samples,
    ...(labelledClusters && { clusters: labelledClusters }),
  };
}

/**
 * The rows of each group and stratum, in the order in which strata first appear, with their
 * weights.
 */
function groupsOf({ predictions, inFirst, strata, weights }: PartlyLabelledColumns): SampleRows[] {
  const all = Array.from(predictions, (_, row) => row);
  const weightOf = (row: number): number => weights?.[row] ?? 1;
  const total = (rows: readonly number[], of: (row: number) => number): number =>
    rows.reduce((sum, row) => sum + of(row), 0);
  const signs = inFirst === undefined ? [1] : [1, -1];
  return signs.flatMap((sign) => {
    const groupRows = inFirst ? all.filter((row) => inFirst[row] === sign > 0) : all;
    if (strata === undefined) return [{ rows: groupRows, weight: sign, shareInflation: 1 }];
    const parts = Map.groupBy(groupRows, (row) => strata[row]!);
    const ofGroup = total(groupRows, weightOf);
    return Array.from(parts.values(), (rows) => {
      const ofStratum = total(rows, weightOf);
      const squares = total(rows, (row) => weightOf(row) ** 2);
      return {
        rows,
        weight: (sign * ofStratum) / ofGroup,
        shareInflation: (squares * groupRows.length) / (ofStratum * ofGroup),
      };
    });
  });
}

function clustersLabelled(
  { labels }: PartlyLabelledColumns,
  { of, count }: Clusters,
  groups: readonly SampleRows[],
): LabelledClusters {
  const withLabel = new Set<number>();
  const kinds = new Map<number, string>();
  let whole = true;
  for (const [group, { rows }] of groups.entries()) {
    for (const row of rows) {
      const isLabelled = labels[row] !== undefined;
      if (isLabelled) withLabel.add(of[row]!);
      const kind = `${group} ${isLabelled}`;
      whole &&= (kinds.get(of[row]!) ?? kind) === kind;
      kinds.set(of[row]!, kind);
    }
  }
  return { labelled: withLabel.size, all: count, whole };
}

/** The variance that clusters in several samples add to the sum of the samples. */
function sharedVariance(
  samples: readonly PoweredSample[],
  sampled: readonly TunableSample[],
): number {
  const moved = samples.map(({ weight, lambda }, i) => {
    const { label, prediction, others } = sampled[i]!.deviations!;
    return label.map(
      (value, cluster) =>
        weight *
        (value - (lambda && lambda * prediction[cluster]!) + (lambda && lambda * others[cluster]!)),
    );
  });
  return moved[0]!.reduce((total, _, cluster) => {
    const moves = moved.map((each) => each[cluster]!);
    const sum = moves.reduce((a, b) => a + b);
    return total + moves.reduce((rest, value) => rest - value ** 2, sum ** 2);
  }, 0);
}
