import { countText } from "@promptnce/core/errors";
import { FEWEST_UNITS } from "@promptnce/core/repeats";
import { RESAMPLING } from "@promptnce/core/scorecard";
import type { SharedNote } from "@promptnce/report";
import type { Score } from "./score-block.ts";

/** The note on the column of errors by whole labels. */
export const labelErrorNote: SharedNote = {
  title: "± by label",
  text: `“± by label” resamples whole labels, each with all of its pairs (B = ${countText(RESAMPLING.replicates)}), so it also holds for other labels and base rates. It is absent where a label has fewer than two pairs on average, because it would be close to ±, and where there are fewer than ${FEWEST_UNITS} labels. Marks and distances resample pairs.`,
};

/** The unit of the errors by whole units; `unit` if it differs between scores. */
export function unitName(scores: readonly Pick<Score, "byUnit" | "unit">[]): string {
  const units = new Set(scores.flatMap(({ byUnit, unit = "unit" }) => (byUnit ? [unit] : [])));
  return units.size === 1 ? [...units].join() : "unit";
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
    text: `“± by ${unit}” resamples whole ${whole} with all of their pairs (B = ${countText(RESAMPLING.replicates)}), if each has two pairs or more on average: these share what the model makes of it. So it also holds for others, which ± by pair does not. Marks and differences use it too.`,
  };
}
