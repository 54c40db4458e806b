import { type Label, resampledSpearman, type ResampledStatistic } from "@promptnce/core";

/** One pair's truth and what a method estimated, if anything. */
export interface ScorePair {
  readonly truth: number;
  readonly estimate: number | undefined;
  /** That of the pair; not where the pairs are labels themselves. */
  readonly label?: Label;
  /** The true P(y), which alone may rank the pairs. */
  readonly marginal?: number;
}

/** Whether a row rests on enough for ±, marks and comparisons: 30 scored pairs and 80 % of all. */
export function isEnough(scored: number, pairs: number, least = 30): boolean {
  return scored >= least && scored >= 0.8 * pairs;
}

/** The places of the pairs without an estimate. */
export function unscored(column: readonly ScorePair[]): Set<number> {
  return new Set(column.keys().filter((i) => column[i]?.estimate === undefined));
}

/** ρ of a resample over the pairs that have an estimate. */
export function spearmanOf(column: readonly ScorePair[]): ResampledStatistic {
  return overScored(column, resampledSpearman);
}

/**
 * The statistic of a resample over the pairs that have an estimate: the others count as never drawn, whatever stands in
 * the place of their estimate.
 */
export function overScored(
  column: readonly ScorePair[],
  statisticOf: (estimates: number[], truth: number[]) => ResampledStatistic,
): ResampledStatistic {
  const statistic = statisticOf(
    column.map(({ estimate = 0 }) => estimate),
    column.map(({ truth }) => truth),
  );
  const absent = unscored(column);
  if (absent.size === 0) return statistic;
  const counts = new Uint32Array(column.length);
  return (drawn) => {
    counts.set(drawn);
    for (const i of absent) counts[i] = 0;
    return statistic(counts);
  };
}
