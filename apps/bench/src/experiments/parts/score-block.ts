import { resampledSpearman, type Label, type ResampledStatistic } from "@promptnce/core";
import type { Measured } from "@promptnce/report";
import { leavingOut, unscored } from "./leaving-out.ts";
import { markedStatistics } from "./marked-statistics.ts";

/** One pair's truth and what a method estimated, if anything. */
export interface ScorePair {
  readonly truth: number;
  readonly estimate: number | undefined;
  /** That of the pair; not where the pairs are labels themselves. */
  readonly label?: Label;
}

/** How well a method's estimates rank as the truth does. */
export interface Score {
  /** Spearman's ρ ± bootstrap standard error; NaN where either side does not vary. */
  readonly rho: Measured;
  /** How many of the pairs have an estimate: the others are left out, never set to zero. */
  readonly scored: number;
  readonly pairs: number;
}

/**
 * Scores of the methods that are compared with each other, marked by {@link markedStatistics}. All are on
 * the same resamples of the pairs, each on those it has an estimate of.
 */
export function scoreBlock(
  columns: readonly (readonly ScorePair[])[],
  options: Parameters<typeof markedStatistics>[2],
): Score[] {
  const pairs = columns[0]?.length ?? 0;
  return markedStatistics(columns.map(knownStatistic), pairs, options).map((rho, m) => {
    const scored = pairs - unscored(columns[m]!).size;
    return { rho: scored < 3 ? { ...rho, standardError: Number.NaN } : rho, scored, pairs };
  });
}

const known = new Map<string, ResampledStatistic>();

/** One statistic for equal columns, so that the tables that share them resample them once. */
function knownStatistic(column: readonly ScorePair[]): ResampledStatistic {
  const key = column.map(({ truth, estimate }) => `${truth} ${estimate}`).join();
  const statistic = known.get(key) ?? spearmanOf(column);
  known.set(key, statistic);
  return statistic;
}

/** ρ of a resample over the pairs that have an estimate. */
export function spearmanOf(column: readonly ScorePair[]): ResampledStatistic {
  const statistic = resampledSpearman(
    column.map(({ estimate = 0 }) => estimate),
    column.map(({ truth }) => truth),
  );
  return leavingOut(statistic, unscored(column));
}
