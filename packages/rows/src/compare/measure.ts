import { type Frame, pairsAt, placesWhere } from "@promptnce/core/frame";
import {
  type Interval,
  pairedDifference,
  type ReplicatedStatistic,
  resampledMean,
  resampledSpearman,
  type ResampledStatistic as Statistic,
  unitInterval,
} from "@promptnce/core/resampling";
import { frameReplicates, frameUnit, RESAMPLING, rhoDifference } from "@promptnce/core/scorecard";

/** The name of a figure by which two runs are compared. */
export type MeasureName = "rho" | "error" | "agreement" | "shift";

/**
 * One figure of a comparison with its bootstrap 95 % interval, resampled by context or x. NaN if
 * undefined.
 */
export interface Measure extends Interval {
  readonly name: MeasureName;
  readonly pairs: number;
  readonly inputs: number;
  /** The figure of each run; absent for `agreement`, which belongs to both. */
  readonly a?: number;
  readonly b?: number;
  /** The 95 % interval of each run's figure, from the same resamples; for `rho` only. */
  readonly intervalA?: Interval;
  readonly intervalB?: Interval;
  /** The figure of A minus that of B; for `agreement`, the correlation of the two runs. */
  readonly value: number;
  /** The two-sided p-value of no difference; absent for `agreement`, which is no difference. */
  readonly p?: number;
}

/** Pairs of two runs, whose estimates are the columns A and B. */
export interface ComparedPairs {
  readonly frame: Frame;
  /** Whether all estimates are the same quantity as the truth. */
  readonly sameScale: boolean;
}

/**
 * The measures of a group; none for fewer than three pairs, since two always correlate perfectly.
 *
 * If people's numbers are known, the measures cover the pairs that have them: Spearman's ρ of each
 * run with people (`rho`), as a scorecard has it, and, if both runs estimate the same quantity, the
 * mean absolute error (`error`). Otherwise the runs are compared with each other: Spearman's ρ
 * (`agreement`) and the mean of A − B (`shift`). All resample what `frameUnit` finds to repeat.
 *
 * @example
 * const run = await openRun("pairs.scored.csv");
 * const { groups } = await pairUp(() => run.rows("pmi", []), () => run.rows("conditional", []));
 * measures(groups[0]).map(({ name }) => name); // → ["rho", "error"]
 */
export function measures({ frame, sameScale }: ComparedPairs): Measure[] {
  const { pmi: truth } = frame.truth;
  const known = pairsAt(
    frame,
    placesWhere(frame, (i) => !Number.isNaN(truth[i])),
  );
  const compared = known.pairs > 0 ? known : frame;
  if (compared.pairs < 3) return [];
  if (known.pairs === 0) return withEachOther(frame);
  return [rhoMeasure(known), ...(sameScale ? [errorMeasure(known)] : [])];
}

function rhoMeasure(frame: Frame): Measure {
  const { first, second, difference, low, high, p } = rhoDifference(frame, [0, 1], {
    ...RESAMPLING,
    term: "pmi",
  })!;
  return {
    ...sizes("rho", frame),
    a: first.rho,
    b: second.rho,
    intervalA: first.interval,
    intervalB: second.interval,
    value: difference,
    low,
    high,
    p,
  };
}

function errorMeasure(frame: Frame): Measure {
  const errors = frame.columns.map(({ pmi }) =>
    resampledMean(pmi.map((value, i) => Math.abs(value - frame.truth.pmi[i]!))),
  );
  return difference("error", frame, errors);
}

function withEachOther(frame: Frame): Measure[] {
  const [a, b] = frame.columns.map(({ pmi }) => pmi) as [Float64Array, Float64Array];
  const [agreement] = resampled(frame, [resampledSpearman(a, b)]) as [ReplicatedStatistic];
  return [
    {
      ...sizes("agreement", frame),
      value: agreement.value,
      ...unitInterval(agreement.replicates, agreement.items!),
    },
    difference("shift", frame, [resampledMean(a), resampledMean(b)]),
  ];
}

function difference(name: MeasureName, frame: Frame, statistics: readonly Statistic[]): Measure {
  const [a, b] = resampled(frame, statistics) as [ReplicatedStatistic, ReplicatedStatistic];
  const { difference: value, low, high, p } = pairedDifference(a, b);
  return { ...sizes(name, frame), a: a.value, b: b.value, value, low, high, p };
}

function sizes(name: MeasureName, { pairs, keys }: Frame) {
  return { name, pairs, inputs: new Set(keys.x).size };
}

function resampled({ keys }: Frame, statistics: readonly Statistic[]): ReplicatedStatistic[] {
  return frameReplicates(keys, frameUnit(keys), statistics, RESAMPLING);
}
