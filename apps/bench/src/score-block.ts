import {
  bootstrap,
  holm,
  pairedDifference,
  resampledSpearman,
  standardError,
} from "@promptnce/core";
import type { ResampledStatistic } from "@promptnce/core";
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

/**
 * Scores of the methods that share a column of a table, all on the same resamples of the same pairs.
 * The best is marked `best` if its paired difference to every other is resolved (on the pairs that
 * all have estimates of; p below .05 after Holm's correction); else it and those it cannot be told
 * from are marked `tied`. NaN and an only method are not marked.
 */
export function scoreBlock(
  columns: readonly (readonly ScorePair[])[],
  options: { readonly seed: string; readonly replicates?: number },
): Score[] {
  const n = columns[0]?.length ?? 0;
  const common = indexes(n, (i) => columns.every((column) => column[i]?.estimate !== undefined));
  const own = columns.map((column) => indexes(n, (i) => column[i]?.estimate !== undefined));
  const statistics = columns.map((column, m) => onSubset(column, own[m] ?? []));
  // Where no reply was unreadable the common pairs are the method's own, and one statistic serves.
  const paired = columns.map((column, m) =>
    own[m]?.length === common.length ? undefined : onSubset(column, common),
  );
  const all = [...statistics, ...paired.filter((statistic) => statistic !== undefined)];
  const replicates = bootstrap(all, n, options);
  const ones = new Uint32Array(n).fill(1);
  const scores = columns.map((column, m): Score => {
    const replicated = replicates[m] ?? new Float64Array();
    const enough = (own[m]?.length ?? 0) >= 3;
    return {
      rho: {
        value: statistics[m]?.(ones) ?? Number.NaN,
        standardError: enough ? standardError(replicated) : Number.NaN,
      },
      scored: own[m]?.length ?? 0,
      pairs: column.length,
    };
  });
  let next = columns.length;
  const comparable = paired.map((statistic, m) => ({
    value: (statistic ?? statistics[m])?.(ones) ?? Number.NaN,
    replicates: replicates[statistic ? next++ : m] ?? new Float64Array(),
  }));
  return marked(scores, comparable);
}

type Replicated = Parameters<typeof pairedDifference>[0];

function marked(scores: readonly Score[], comparable: readonly Replicated[]): Score[] {
  const rhos = scores.map(({ rho }) => (Number.isNaN(rho.value) ? -Infinity : rho.value));
  const best = rhos.indexOf(Math.max(...rhos));
  if (scores.length < 2 || rhos[best] === -Infinity) return [...scores];
  const rivals = [...scores.keys()].filter((m) => m !== best && rhos[m] !== -Infinity);
  const top = comparable[best] as Replicated;
  const ps = holm(rivals.map((m) => pairedDifference(top, comparable[m] as Replicated).p));
  const tied = rivals.filter((_, i) => !((ps[i] ?? 1) < 0.05));
  return scores.map((score, m) => {
    const inTie = m === best || tied.includes(m);
    const mark =
      tied.length === 0 && m === best ? "best" : tied.length > 0 && inTie ? "tied" : undefined;
    return mark === undefined ? score : { ...score, rho: { ...score.rho, mark } };
  });
}

function indexes(n: number, keep: (i: number) => boolean): number[] {
  return [...Array(n).keys()].filter(keep);
}

/** ρ over some of the resampled pairs: counts of the others do not matter. */
function onSubset(column: readonly ScorePair[], kept: readonly number[]): ResampledStatistic {
  const statistic = resampledSpearman(
    kept.map((i) => column[i]?.estimate ?? Number.NaN),
    kept.map((i) => column[i]?.truth ?? Number.NaN),
  );
  if (kept.length === column.length) return statistic;
  const counts = new Uint32Array(kept.length);
  return (drawn) => {
    for (let i = 0; i < kept.length; i++) counts[i] = drawn[kept[i] as number] as number;
    return statistic(counts);
  };
}
