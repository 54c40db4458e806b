import type { Label } from "@promptnce/core";
import type { TrialEstimate } from "@promptnce/providers/run";

/**
 * The estimates of a unit with their labels in the order of the list, and the methods of each label as
 * they were: the order of the rows of a result, in which they are also tallied, so that a tally of the
 * file draws the same ones.
 */
export function inListOrder(
  estimates: readonly TrialEstimate[],
  places: ReadonlyMap<Label, number>,
): readonly TrialEstimate[] {
  const place = ({ trial }: TrialEstimate): number => places.get(trial.y) ?? 0;
  return estimates.toSorted((a, b) => place(a) - place(b));
}
