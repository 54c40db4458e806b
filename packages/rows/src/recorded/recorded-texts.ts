import { countText } from "@promptnce/core/errors";
import { KEPT_SUM, type Recorded } from "./read-recorded.ts";

/**
 * Sentences on recorded masses: how many sets could be read, how many masses are exactly 0, how many
 * sets leave mass to options without a row, and how many contexts have no base rate.
 */
export function recordedTexts({
  sets,
  rates,
  withoutRate,
}: Pick<Recorded, "sets" | "rates" | "withoutRate">): string[] {
  const readings = sets.flatMap(({ reading }) => (reading.ok ? [reading] : []));
  const masses = readings.flatMap(({ answer }) => answer.masses);
  const zeros = masses.filter((mass) => mass === 0).length;
  const partial = readings.filter(({ notes }) => notes.includes(KEPT_SUM)).length;
  const unread = sets.length - readings.length;
  const left =
    unread > 0 ? `, ${countText(unread)} of them unreadable (a mass is empty, or all are 0)` : "";
  const found = [
    `Sets of masses: ${countText(sets.length)}${left}; ${countText(zeros)} of ${countText(masses.length)} masses are exactly 0.`,
    partial > 0 &&
      `Sets that sum to less than 1: ${countText(partial)}, used as recorded, as the rest belongs to options without a row.`,
    withoutRate > 0 &&
      `Contexts without a base rate, as all of theirs are 0: ${countText(withoutRate)} of ${countText(rates.size + withoutRate)}. Their pairs have no PMI with it.`,
  ];
  return found.filter((text) => text !== false);
}
