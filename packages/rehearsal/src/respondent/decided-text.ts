import type { DecisionAnswer, Decision } from "@promptnce/core";
import { roundedMass } from "./model-like.ts";
import type { ReplyMembers } from "./reply-json.ts";

/**
 * The text of a reply that gives these numbers as a decision model does: a probability for each
 * option or, for a predicate, one.
 *
 * @param rounded whether to two decimals, as Jev gives them
 */
export function decidedText(
  { options }: Decision,
  members: ReplyMembers,
  rounded: boolean,
): string {
  const round = rounded ? roundedMass : (p: number): number => p;
  const byKey = new Map(members);
  const [[, only] = ["", 0]] = members;
  if (options === undefined)
    return JSON.stringify({ probability: round(only) } satisfies DecisionAnswer);
  const sum = members.reduce((total, [, mass]) => total + mass, 0) || 1;
  const probabilities = options.map(({ id }) => ({
    id,
    probability: round((byKey.get(id) ?? 0) / sum),
  }));
  return JSON.stringify({ probabilities } satisfies DecisionAnswer);
}
