import { bootstrap, type BootstrapOptions, pairedP, standardError, standings } from "@promptnce/core";
import type { ResampledStatistic } from "@promptnce/core";
import type { Measured } from "@promptnce/report";

/**
 * Statistics of methods on the same resamples of so many items, each ± its bootstrap standard error, and marked by
 * the paired differences of all that compete, as `standings` of core has it.
 *
 * @param ceilings Those that are shown beside the others and compete with none.
 */
export function markedStatistics(
  statistics: readonly ResampledStatistic[],
  items: number,
  { ceilings = new Set(), ...options }: BootstrapOptions & { readonly ceilings?: ReadonlySet<number> },
): Measured[] {
  const replicates = replicatesOf(statistics, items, options);
  const once = new Uint32Array(items).fill(1);
  const values = statistics.map((statistic) => statistic(once));
  const marks = standings(
    values.map((value, m) => (ceilings.has(m) ? Number.NaN : value)),
    (first, second) => pairedP(replicates[first]!, replicates[second]!),
  );
  return values.map((value, m) => {
    return { value, standardError: standardError(replicates[m]!), ...(marks[m] && { mark: marks[m] }) };
  });
}

const known = new WeakMap<ResampledStatistic, Map<string, Float64Array>>();

/** As `bootstrap` has them; those of a statistic that was resampled so before are not made again. */
function replicatesOf(
  statistics: readonly ResampledStatistic[],
  items: number,
  options: BootstrapOptions,
): readonly Float64Array[] {
  const drawn = JSON.stringify([items, options]);
  const fresh = new Set(statistics.filter((statistic) => !known.get(statistic)?.has(drawn)));
  const made = bootstrap([...fresh], items, options);
  for (const [i, statistic] of [...fresh].entries()) {
    known.set(statistic, new Map(known.get(statistic)).set(drawn, made[i] as Float64Array));
  }
  return statistics.map((statistic) => known.get(statistic)?.get(drawn) as Float64Array);
}
