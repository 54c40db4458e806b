import { bootstrap, type BootstrapOptions, holm, pairedDifference, standardError } from "@promptnce/core";
import type { Replicated, ResampledStatistic } from "@promptnce/core";
import type { Measured } from "@promptnce/report";

/**
 * Statistics of methods on the same resamples of so many items, each ± its bootstrap standard error, and marked: `best`
 * for the highest if its paired difference to every other is resolved, p below .05 after Holm's correction. Else `tied`
 * for it and for those it cannot be told from. Nothing where there is no other, and for NaN.
 *
 * @param ceilings Those that are shown beside the others and compete with none.
 */
export function markedStatistics(
  statistics: readonly ResampledStatistic[],
  items: number,
  { ceilings = new Set(), ...options }: BootstrapOptions & { readonly ceilings?: ReadonlySet<number> },
): Measured[] {
  const replicates = bootstrap(statistics, items, options);
  const once = new Uint32Array(items).fill(1);
  const replicated = statistics.map((statistic, m): Replicated => {
    return { value: statistic(once), replicates: replicates[m] ?? new Float64Array() };
  });
  const marks = marksOf(replicated.map((one, m) => (ceilings.has(m) ? { ...one, value: Number.NaN } : one)));
  return replicated.map(({ value, replicates: own }, m) => {
    return { value, standardError: standardError(own), ...(marks[m] && { mark: marks[m] }) };
  });
}

function marksOf(contenders: readonly Replicated[]): Measured["mark"][] {
  const ranked = contenders.filter(({ value }) => !Number.isNaN(value));
  const most = Math.max(...ranked.map(({ value }) => value));
  const best = ranked.find(({ value }) => value === most);
  if (best === undefined || ranked.length < 2) return contenders.map(() => undefined);
  const rivals = ranked.filter((contender) => contender !== best);
  const ps = holm(rivals.map((rival) => pairedDifference(best, rival).p));
  const tied = rivals.filter((_, i) => !((ps[i] ?? 1) < 0.05));
  return contenders.map((contender) => {
    if (tied.length === 0) return contender === best ? "best" : undefined;
    return contender === best || tied.includes(contender) ? "tied" : undefined;
  });
}
