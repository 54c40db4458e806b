import { standardError } from "@promptnce/core";
import { FEWER_REPLICATES, resampledOnce } from "./marked-statistics.ts";
import { overScored, type ScorePair } from "./scored-pairs.ts";

const FEWEST_LABELS = 10;

/** What is said of the column with {@link labelErrors}. */
export const labelErrorNote = `“± by label”: whole labels are drawn, with all pairs of each (B = ${FEWER_REPLICATES.toLocaleString("en")}), so that it holds for other labels and base rates too. Where a label has fewer than two pairs on average the two are much the same, and fewer than ${FEWEST_LABELS} labels are too few to draw from: neither has one. Marks and distances are by pair.`;

/**
 * The standard error of each method's ρ with whole labels resampled instead of pairs: pairs of one label share its base
 * rate, elicited once, so that their errors are not independent. `undefined` where labels hardly repeat, where they are
 * too few to resample, and where the pairs are labels.
 */
export function labelErrors(columns: readonly (readonly ScorePair[])[], seed: string): number[] | undefined {
  const clusters = columns[0]?.flatMap(({ label }) => label ?? []) ?? [];
  const labels = new Set(clusters).size;
  if (labels < FEWEST_LABELS || clusters.length < 2 * labels) return undefined;
  const options = { seed, clusters, replicates: FEWER_REPLICATES };
  const rhos = columns.map((column) => overScored("rho", column));
  return resampledOnce(rhos, clusters.length, options).map(({ replicates }) => standardError(replicates));
}
