import type { NextTokens } from "@promptnce/core";
import type { ReplyMembers } from "./reply-json.ts";

/**
 * As SmolLM2-135M answered: just over a third of the mass was on the letters, and the first place
 * was favoured.
 */
const MANNERS = { onOptions: 0.36, first: 2 };

/**
 * The text of a reply that gives these numbers as a distribution over the next token: a mass for
 * each letter or, for one probability, yes against no.
 *
 * @param manners whether to answer as a model does, with mass outside the options and a preference
 * for the first one
 */
export function optionTokens(
  options: readonly string[],
  members: ReplyMembers,
  manners: boolean,
): string {
  const byKey = new Map(members);
  const [[, yes] = ["", 0]] = members;
  const masses = options.map((option) => byKey.get(option) ?? (option === "Yes" ? yes : 1 - yes));
  const weights = masses.map((mass, place) =>
    manners && place === 0 ? MANNERS.first * mass : mass,
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const share = manners ? MANNERS.onOptions : 1;
  const tokens = weights.map((weight, i) => ({
    text: options[i] as string,
    logprob: logOf((share * weight) / sum),
  }));
  if (manners) tokens.push({ text: "The", logprob: logOf(1 - share) });
  return JSON.stringify({ tokens } satisfies NextTokens);
}

/** The logarithm of p, at least −9999, which vendors send for −∞, since JSON has no infinity. */
function logOf(p: number): number {
  return Math.max(Math.log(p), -9999);
}
