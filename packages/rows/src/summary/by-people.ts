import type { BaseRateAdvice } from "@promptnce/core/repeats";
import { baseRateByPeople } from "./base-rate-by-people.ts";
import { elicitedDistances } from "./elicited-distances.ts";
import { type Scores, scores } from "./scores.ts";
import type { RunTally } from "./tally.ts";

/** What people's numbers say about a method's estimates. */
export interface ByPeople {
  /**
   * The base rate that people's counts advise, for a method that elicits its own; absent if they do
   * not tell.
   */
  readonly baseRates?: BaseRateAdvice;
  readonly scores?: Scores | undefined;
}

/**
 * What people's numbers say about the estimates of one method.
 *
 * @param isElicited Whether the method elicits its base rate.
 */
export function byPeople(
  tallied: Pick<RunTally["methods"][number], "withTruth" | "shares">,
  isElicited: boolean,
  order: ReadonlyMap<string, number> | undefined,
): ByPeople {
  const baseRates = isElicited ? baseRateByPeople(tallied.withTruth.kept) : undefined;
  return { ...(baseRates && { baseRates }), scores: scoresOf(tallied, order) };
}

/**
 * The scores, without distances if pairs were drawn: no x then has all its labels, so its
 * distribution is unknown.
 */
function scoresOf(
  { withTruth, shares }: Pick<RunTally["methods"][number], "withTruth" | "shares">,
  order: ReadonlyMap<string, number> | undefined,
): Scores | undefined {
  const found = scores(withTruth.kept);
  if (found === undefined || shares.seen > shares.kept.length) return found;
  const distances = elicitedDistances(shares.kept, order);
  return distances === undefined ? found : { ...found, distances };
}
