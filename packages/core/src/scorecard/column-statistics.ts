import { partialRankCorrelation } from "../correlation/partial-spearman.ts";
import type { Frame, FrameColumn, FrameKeys } from "../frame/frame.ts";
import { logProbability } from "../information/pmi.ts";
import { rankedColumn, type RankedColumn } from "../numerics/ranked-column.ts";
import type { ResampledStatistic } from "../numerics/resampler.ts";
import { blindToY, controlsApply } from "../repeats/blind-controls.ts";
import type { GateOf, MarkGate } from "../repeats/mark-gate.ts";
import { pairGroups } from "../repeats/pair-groups.ts";
import { rankCorrelation } from "../resampling/resampled-spearman.ts";
import type { ScoredTerm } from "./scored.ts";
import { valuesOf } from "./shared-rhos.ts";

/** The statistics of a column that are resampled. */
export interface ColumnStatistics {
  readonly rho: ResampledStatistic;
  /** Absent where people's P(y) of some pair is unknown. */
  readonly beyond?: ResampledStatistic | undefined;
  readonly within?: ResampledStatistic | undefined;
  readonly toY?: ResampledStatistic | undefined;
  /** Absent where an estimate is not finite, or nothing can be judged. */
  readonly gate?: MarkGate | undefined;
}

export interface StatisticsOptions {
  readonly term: ScoredTerm;
  readonly controls: boolean;
  readonly gateOf: GateOf | undefined;
}

/** The statistics of each column of a frame whose pairs all of them estimate. */
export function columnStatistics(
  { keys, truth, columns }: Frame,
  { term, controls, gateOf }: StatisticsOptions,
): ColumnStatistics[] {
  const ofTruth = rankedColumn(truth[term]);
  const hasMarginals = term !== "marginal" && !truth.marginal.includes(Number.NaN);
  const ofMarginals = hasMarginals ? rankedColumn(truth.marginal) : undefined;
  const within = controls && term === "pmi" ? withinLabels(keys, truth.pmi) : undefined;
  const hasBlindToY = controls && term !== "marginal" && controlsApply(keys).blindToY;
  return columns.map((column) => {
    const values = valuesOf(column, term);
    const ranked = rankedColumn(values);
    return {
      rho: rankCorrelation(ranked, ofTruth),
      beyond: ofMarginals && partialRankCorrelation(ranked, ofTruth, ofMarginals),
      within: within?.(values),
      toY: hasBlindToY ? rankCorrelation(rankedColumn(blindToY(values, keys)), ofTruth) : undefined,
      gate: gateOf && gateAt(column, term, gateOf),
    };
  });
}

/** ρ within labels; none if most pairs are the only one with their label. */
function withinLabels(
  keys: FrameKeys,
  truth: Float64Array,
): ((values: Float64Array) => ResampledStatistic) | undefined {
  const { of, count } = pairGroups(keys).labels;
  const sizes = new Uint32Array(count);
  for (const label of of) {
    sizes[label]!++;
  }
  const alone = sizes.filter((size) => size === 1).length;
  if (2 * alone > of.length) return undefined;
  const ranked = (values: Float64Array): RankedColumn => rankedColumn(values, of);
  const ofTruth = ranked(truth);
  return (values) => rankCorrelation(ranked(values), ofTruth);
}

/** The gate on the scale of logarithms, on which PMI is already. */
function gateAt(column: FrameColumn, term: ScoredTerm, gateOf: GateOf): MarkGate | undefined {
  const values = valuesOf(column, term);
  const isPmi = (column.ranked ?? term) === "pmi";
  const estimates = isPmi ? values : values.map((p) => logProbability(p));
  return estimates.every(Number.isFinite) ? gateOf(estimates) : undefined;
}
