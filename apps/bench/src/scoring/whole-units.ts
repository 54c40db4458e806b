import { countText } from "@promptnce/core/errors";
import type { Frame } from "@promptnce/core/frame";
import { FEWEST_UNITS, type ResamplingUnit } from "@promptnce/core/repeats";
import { frameUnit } from "@promptnce/core/scorecard";
import type { SharedNote } from "@promptnce/report";
import { FEWER_REPLICATES } from "./marked-statistics.ts";

/** The note on the column of {@link labelUnit}. */
export const labelErrorNote: SharedNote = {
  title: "± by label",
  text: `“± by label” resamples whole labels, each with all of its pairs (B = ${countText(FEWER_REPLICATES)}), so it also holds for other labels and base rates. It is absent where a label has fewer than two pairs on average, because it would be close to ±, and where there are fewer than ${FEWEST_UNITS} labels. Marks and distances resample pairs.`,
};

/**
 * The labels of pairs as a unit. Pairs with one label share its base rate, elicited once, so their
 * errors are not independent. `undefined` if labels rarely repeat, and if there are too few of them.
 */
export function labelUnit({ pairs, keys }: Frame): ResamplingUnit | undefined {
  const unit = frameUnit(keys, "label");
  return unit.count < FEWEST_UNITS || pairs < 2 * unit.count ? undefined : unit;
}

const WHOLE: Readonly<Record<string, string>> = { unit: "contexts, or whole x,", x: "x" };

/**
 * The note on the column of errors by whole units. `unit` is `context` or `x`, or `unit` if it differs
 * between datasets.
 */
export function unitErrorNote(unit: string): SharedNote {
  const whole = WHOLE[unit] ?? "contexts";
  return {
    title: `± by ${unit}`,
    text: `“± by ${unit}” resamples whole ${whole} with all of their pairs (B = ${countText(FEWER_REPLICATES)}), if each has two pairs or more on average: these share what the model makes of it. So it also holds for others, which ± by pair does not. Marks and differences use it too.`,
  };
}
