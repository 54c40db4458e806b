import { canonicalNumber, type OptionMasses } from "@promptnce/core";
import { quote } from "../slots/quote.ts";
import type { Read } from "./match-keys.ts";
import { CLAMPED, parseScores } from "./read-likelihood.ts";

/** Of each option in its order its mass; they sum to one. */
type OptionReading = Read<{ readonly masses: readonly number[]; readonly options: OptionMasses }>;

/**
 * The masses of options at the next token, from a distribution as an adapter writes it. All tokens that stand for an
 * option count for it: a letter with or without a space before it, since that is the tokenizer's affair, but in no
 * other case, as "a" and "i" are words; a word in any case.
 *
 * Of a list of the most likely tokens, an option that none stands for has no known mass and at most that of the least
 * likely listed: it counts as that, never as zero, and a note says so.
 */
export function readOptions(options: readonly string[], reply: string): OptionReading {
  const parsed = parseScores(reply);
  if (!parsed.ok) return parsed;
  const { tokens, top = false } = parsed.scores;
  const found = options.map((option) => tokens.filter(({ text }) => standsFor(text, option)));
  const missing = options.filter((_, place) => found[place]?.length === 0);
  if (missing.length === options.length) {
    return { ok: false, reason: `none of ${options.join(", ")} is among the ${tokens.length} tokens that are listed` };
  }
  if (missing.length > 0 && !top) return { ok: false, reason: `no token stands for ${missing.join(", ")}` };
  const known = found.map((own) => own.reduce((sum, { logprob }) => sum + Math.exp(logprob), 0));
  const onOptions = known.reduce((sum, mass) => sum + mass, 0);
  if (!(onOptions > 0 && onOptions < 1.001)) {
    return { ok: false, reason: `the options have a mass of ${onOptions.toPrecision(3)} together` };
  }
  const least = Math.min(...tokens.map(({ logprob }) => logprob).filter((logprob) => logprob > CLAMPED));
  const counted = known.map((mass, place) => (found[place]?.length === 0 ? Math.exp(least) : mass));
  const sum = counted.reduce((total, mass) => total + mass, 0);
  const bound = `is not listed and counted as the most that it can have, ${Math.exp(least).toPrecision(3)}`;
  return {
    ok: true,
    masses: counted.map((mass) => canonicalNumber(mass / sum)),
    options: { onOptions, byPosition: known.map((mass) => mass / onOptions), unlisted: missing.length },
    notes: missing.map((option) => `${quote(option)} ${bound}`),
  };
}

/** The marks are how some servers write the space before a token. */
function standsFor(token: string, option: string): boolean {
  const text = token.replace(/^[▁Ġ]/, "").trim();
  return text === option || (option.length > 1 && text.toLowerCase() === option.toLowerCase());
}
