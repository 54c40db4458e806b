import type { ResampledStatistic } from "@promptnce/core";

/** The places of the pairs without an estimate. */
export function unscored(column: readonly { readonly estimate: number | undefined }[]): Set<number> {
  return new Set(column.keys().filter((i) => column[i]?.estimate === undefined));
}

/**
 * The statistic of a resample over the other pairs: these count as never drawn, whatever stands in the place of their
 * estimate.
 */
export function leavingOut(statistic: ResampledStatistic, absent: ReadonlySet<number>): ResampledStatistic {
  if (absent.size === 0) return statistic;
  let counts = new Uint32Array();
  return (drawn) => {
    if (counts.length !== drawn.length) counts = new Uint32Array(drawn.length);
    counts.set(drawn);
    for (const i of absent) counts[i] = 0;
    return statistic(counts);
  };
}
