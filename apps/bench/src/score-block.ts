import { bootstrap, resampledSpearman, standardError } from "@promptnce/core";
import type { ResampledStatistic } from "@promptnce/core";
import { markBest } from "./mark-best.ts";
import type { Contender } from "./mark-best.ts";
import type { Measured } from "./table.ts";

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
}

/**
 * Scores of the methods that are compared with each other, all on the same resamples of the same
 * pairs, and marked: see {@link markBest}. Each method is scored on the pairs it has an estimate of,
 * two methods are compared on the pairs that both have.
 */
export function scoreBlock(
  columns: readonly (readonly ScorePair[])[],
  options: ScoreOptions,
): Score[] {
  const kept = columns.map(estimated);
  const statistics = columns.map((column, m) => onSubset(column, kept[m] ?? []));
  const replicates = bootstrap(statistics, columns[0]?.length ?? 0, options);
  const scores = columns.map((column, m): Score => {
    const scored = kept[m]?.length ?? 0;
    const own = replicates[m] ?? new Float64Array();
    return {
      rho: {
        value: whole(statistics[m], column),
        standardError: scored < 3 ? Number.NaN : standardError(own),
      },
      scored,
      pairs: column.length,
    };
  });
  const marks = markBest(
    columns.map((column, m): Contender => {
      return {
        column,
        rho: scores[m]?.rho ?? { value: Number.NaN },
        replicates: replicates[m] ?? new Float64Array(),
      };
    }),
    options,
  );
  return scores.map((score, m) => {
    const mark = marks[m];
    return mark === undefined ? score : { ...score, rho: { ...score.rho, mark } };
  });
}

function whole(statistic: ResampledStatistic | undefined, column: readonly ScorePair[]): number {
  return statistic?.(new Uint32Array(column.length).fill(1)) ?? Number.NaN;
}

/** The places of the pairs that have an estimate. */
export function estimated(column: readonly ScorePair[]): number[] {
  return [...column.keys()].filter((i) => column[i]?.estimate !== undefined);
}

/**
 * ρ over some of the resampled pairs: the others count as never drawn, whatever stands in the place
 * of their estimate.
 */
export function onSubset(
  column: readonly ScorePair[],
  kept: readonly number[],
): ResampledStatistic {
  const statistic = resampledSpearman(
    column.map(({ estimate = 0 }) => estimate),
    column.map(({ truth }) => truth),
  );
  if (kept.length === column.length) return statistic;
  const inside = new Set(kept);
  const outside = [...column.keys()].filter((i) => !inside.has(i));
  const counts = new Uint32Array(column.length);
  return (drawn) => {
    counts.set(drawn);
    for (const i of outside) counts[i] = 0;
    return statistic(counts);
  };
}
