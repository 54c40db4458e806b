import { holm, pairedDifference } from "@promptnce/core";
import type { Measured } from "@promptnce/report";

/** A statistic of a method with its replicates, on the same resamples as the others'. */
export type Contender = Parameters<typeof pairedDifference>[0];

type Mark = NonNullable<Measured["mark"]>;

/**
 * `best` for the highest value if its paired difference to every other is resolved: p below .05 on
 * the shared resamples, after Holm's correction. Else `tied` for it and for those it cannot be told
 * from. Nothing where there is no other, and for NaN.
 */
export function markBest(contenders: readonly Contender[]): (Mark | undefined)[] {
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
