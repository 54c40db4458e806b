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
  const replicates = bootstrap(statistics, items, options);
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
