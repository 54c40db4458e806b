import type { NextTokens } from "@promptnce/core";
import type { ReplyMembers } from "./reply-json.ts";

/** As SmolLM2-135M answered: little more than a third of the mass on the letters, and a factor for the first place. */
const MANNERS = { onOptions: 0.36, first: 2 };

/**
 * The distribution over the next token that somebody with these numbers has, as the text of a reply: a mass a letter,
 * or one probability as that of yes against no.
 *
 * @param manners Whether it comes as from a model: all its mass is on the options else, and none goes by position.
 */
export function optionTokens(
  options: readonly string[],
  members: ReplyMembers,
  manners: boolean,
): string {
  const byKey = new Map(members);
  const [[, yes] = ["", 0]] = members;
  const held = options.map((option) => byKey.get(option) ?? (option === "Yes" ? yes : 1 - yes));
  const weights = held.map((mass, place) => (manners && place === 0 ? MANNERS.first * mass : mass));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const share = manners ? MANNERS.onOptions : 1;
  const tokens = weights.map((weight, i) => ({
    text: options[i] as string,
    logprob: logOf((share * weight) / sum),
  }));
  if (manners) tokens.push({ text: "The", logprob: logOf(1 - share) });
  return JSON.stringify({ tokens } satisfies NextTokens);
}

/** Minus infinity is no JSON: vendors send −9999 for it. */
function logOf(p: number): number {
  return Math.max(Math.log(p), -9999);
}
