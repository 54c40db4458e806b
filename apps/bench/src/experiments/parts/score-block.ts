import { bootstrap, canonicalNumber, resampledSpearman, standardError } from "@promptnce/core";
import type { ResampledStatistic } from "@promptnce/core";
import { markBest } from "./mark-best.ts";
import type { Contender } from "./mark-best.ts";
import type { Measured } from "@promptnce/report";

/** One pair's truth and what a method estimated, if anything. */
export interface ScorePair {
  readonly truth: number;
  readonly estimate: number | undefined;
}

/** How well a method's estimates rank as the truth does. */
export interface Score {
  /** Spearman's ρ ± bootstrap standard error; NaN where either side does not vary. */
  readonly rho: Measured;
  /** How many of the pairs have an estimate: the others are left out, never set to zero. */
  readonly scored: number;
  readonly pairs: number;
}

export interface ScoreOptions {
  readonly seed: string;
  /** 10,000 by default. */
  readonly replicates?: number;
  /** Columns that are shown beside the others and compete with none. */
  readonly ceilings?: ReadonlySet<number>;
}

/**
 * Scores of the methods that are compared with each other, marked by {@link markBest}. All are on the
 * same resamples of the pairs, each on those it has an estimate of.
 */
export function scoreBlock(columns: readonly (readonly ScorePair[])[], options: ScoreOptions): Score[] {
  const statistics = columns.map(statisticOf);
  const pairs = columns[0]?.length ?? 0;
  const replicates = bootstrap(statistics, pairs, options);
  const all = new Uint32Array(pairs).fill(1);
  const contenders = statistics.map((statistic, m): Contender => {
    return { value: statistic(all), replicates: replicates[m] ?? new Float64Array() };
  });
  const { ceilings = new Set() } = options;
  const marks = markBest(
    contenders.map((contender, m) => (ceilings.has(m) ? { ...contender, value: Number.NaN } : contender)),
  );
  return contenders.map(({ value, replicates: own }, m) => {
    const scored = columns[m]?.filter(({ estimate }) => estimate !== undefined).length ?? 0;
    const mark = marks[m];
    const error = scored < 3 ? Number.NaN : standardError(own);
    return { rho: { value, standardError: error, ...(mark && { mark }) }, scored, pairs };
  });
}

/**
 * ρ of a resample over the pairs that have an estimate: the others count as never drawn, whatever
 * stands in the place of their estimate.
 */
function statisticOf(column: readonly ScorePair[]): ResampledStatistic {
  const statistic = resampledSpearman(
    canonicalNumber(column.map(({ estimate = 0 }) => estimate)),
    canonicalNumber(column.map(({ truth }) => truth)),
  );
  const absent = [...column.keys()].filter((i) => column[i]?.estimate === undefined);
  if (absent.length === 0) return statistic;
  const counts = new Uint32Array(column.length);
  return (drawn) => {
    counts.set(drawn);
    for (const i of absent) counts[i] = 0;
    return statistic(counts);
  };
}
