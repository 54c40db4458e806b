import { bootstrap, holm, pairedDifference } from "@promptnce/core";
import { estimated, onSubset } from "./score-block.ts";
import type { ScoreOptions, ScorePair } from "./score-block.ts";
import type { Measured } from "./table.ts";

/** A scored method with the replicates of its ρ. */
export interface Contender {
  readonly column: readonly ScorePair[];
  readonly rho: Measured;
  readonly replicates: Float64Array;
}

type Mark = NonNullable<Measured["mark"]>;

/**
 * `best` for the highest ρ if its paired difference to every other is resolved: bootstrap on the
 * pairs that all in question have an estimate of, p below .05 after Holm's correction. Else `tied` for it and
 * for those it cannot be told from. Nothing where there is no other, and for NaN.
 */
export function markBest(
  contenders: readonly Contender[],
  options: ScoreOptions,
): (Mark | undefined)[] {
  const ranked = contenders.filter(({ rho }) => !Number.isNaN(rho.value));
  const best = ranked.reduce<Contender | undefined>(
    (top, other) => (top === undefined || other.rho.value > top.rho.value ? other : top),
    undefined,
  );
  if (best === undefined || ranked.length < 2) return contenders.map(() => undefined);
  const near = ranked.filter((contender) => contender !== best && !farBelow(contender, best));
  const ps = holm(pairedPs(best, near, options));
  const tied = near.filter((_, i) => !((ps[i] ?? 1) < 0.05));
  return contenders.map((contender) => {
    if (tied.length === 0) return contender === best ? "best" : undefined;
    return contender === best || tied.includes(contender) ? "tied" : undefined;
  });
}

/**
 * Whether a rival is so far below that no resampling is needed: the standard error of a difference
 * is at most the sum of the two, and five of those leave p far under any threshold here.
 */
function farBelow(rival: Contender, best: Contender): boolean {
  const most = (best.rho.standardError ?? 0) + (rival.rho.standardError ?? 0);
  return best.rho.value - rival.rho.value > 5 * most;
}

/** The p of the best's difference to each rival, on the pairs that all of them have. */
function pairedPs(best: Contender, rivals: readonly Contender[], options: ScoreOptions): number[] {
  if (rivals.length === 0) return [];
  const compared = [best, ...rivals];
  const n = best.column.length;
  const common = compared
    .map(({ column }) => estimated(column))
    .reduce((all, own) => all.filter((i) => own.includes(i)));
  if (common.length < 3) return rivals.map(() => 1);
  const statistics = compared.map(({ column }) => onSubset(column, common));
  const replicates = bootstrap(statistics, n, options);
  const all = new Uint32Array(n).fill(1);
  const [top, ...others] = statistics.map((statistic, i) => {
    return { value: statistic(all), replicates: replicates[i] ?? new Float64Array() };
  });
  return others.map((other) => pairedDifference(top as Replicated, other).p);
}

type Replicated = Parameters<typeof pairedDifference>[0];
