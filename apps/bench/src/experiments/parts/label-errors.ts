import { bootstrap, standardError } from "@promptnce/core";
import { type ScorePair, spearmanOf } from "./score-block.ts";

/** Fewer than for ± by pair: a standard error from 1,000 resamples is known to 2.2 %. */
export const LABEL_REPLICATES = 1000;
const FEWEST_LABELS = 10;

/** What is said of the column with {@link labelErrors}. */
export const labelErrorNote = `“± by label”: whole labels are drawn, with all pairs of each (B = ${LABEL_REPLICATES.toLocaleString("en")}), so that it holds for other labels and base rates too. Where a label has fewer than two pairs on average the two are much the same, and fewer than ${FEWEST_LABELS} labels are too few to draw from: neither has one. Marks and distances are by pair.`;

/**
 * The standard error of each method's ρ with whole labels resampled instead of pairs: pairs of one label share its base
 * rate, elicited once, so that their errors are not independent. `undefined` where labels hardly repeat, where they are
 * too few to resample, and where the pairs are labels.
 */
export function labelErrors(columns: readonly (readonly ScorePair[])[], seed: string): number[] | undefined {
  const clusters = columns[0]?.flatMap(({ label }) => label ?? []) ?? [];
  const labels = new Set(clusters).size;
  if (labels < FEWEST_LABELS || clusters.length < 2 * labels) return undefined;
  const options = { seed, clusters, replicates: LABEL_REPLICATES };
  return bootstrap(columns.map(spearmanOf), clusters.length, options).map(standardError);
}
