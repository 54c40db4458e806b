import { countText } from "@promptnce/core/errors";
import { FEWEST_UNITS } from "@promptnce/core/repeats";
import { type BootstrapOptions, standardError } from "@promptnce/core/resampling";
import type { SharedNote } from "@promptnce/report";
import { clustersOf, unitOf } from "./beyond-both.ts";
import { FEWER_REPLICATES, resampledOnce } from "./marked-statistics.ts";
import { overScored, type ScoreColumn } from "./scored-pairs.ts";

/** The note on the column of {@link labelErrors}. */
export const labelErrorNote: SharedNote = {
  title: "± by label",
  text: `“± by label” resamples whole labels, each with all of its pairs (B = ${countText(FEWER_REPLICATES)}), so it also holds for other labels and base rates. It is absent where a label has fewer than two pairs on average, because it would be close to ±, and where there are fewer than ${FEWEST_UNITS} labels. Marks and distances resample pairs.`,
};

/**
 * The standard error of each method's ρ with whole labels resampled instead of pairs. Pairs with
 * one label share its base rate, elicited once, so their errors are not independent. `undefined` if
 * labels rarely repeat, if there are too few of them, and if the items are labels.
 */
export function labelErrors(columns: readonly ScoreColumn[], seed: string): number[] | undefined {
  const clusters = columns[0]?.labels ?? [];
  const labels = new Set(clusters).size;
  if (labels < FEWEST_UNITS || clusters.length < 2 * labels) return undefined;
  const options = { seed, clusters, replicates: FEWER_REPLICATES };
  return errorsOf(columns, options);
}

const WHOLE: Readonly<Record<string, string>> = { unit: "contexts, or whole x,", x: "x" };

/**
 * The note on the column of {@link unitErrors}. `unit` is `context` or `x`, or `unit` if it differs
 * between datasets.
 */
export function unitErrorNote(unit: string): SharedNote {
  const whole = WHOLE[unit] ?? "contexts";
  return {
    title: `± by ${unit}`,
    text: `“± by ${unit}” resamples whole ${whole} with all of their pairs (B = ${countText(FEWER_REPLICATES)}), if each has two pairs or more on average: these share what the model makes of it. So it also holds for others, which ± by pair does not. Marks and differences use it too.`,
  };
}

/**
 * The standard error of each method's ρ with whole units resampled, by the coarsest unit that holds
 * two pairs or more on average. `undefined` if there is none coarser than a pair.
 */
export function unitErrors(columns: readonly ScoreColumn[], seed: string): number[] | undefined {
  const unit = columns[0] && unitOf(columns[0]);
  if (unit?.clusters === undefined) return undefined;
  return errorsOf(columns, { seed, ...clustersOf(unit), replicates: FEWER_REPLICATES });
}

function errorsOf(columns: readonly ScoreColumn[], options: BootstrapOptions): number[] {
  const rhos = columns.map((column) => overScored("rho", column));
  const made = resampledOnce(rhos, columns[0]!.truths.length, options);
  return made.map(({ replicates }) => standardError(replicates));
}
