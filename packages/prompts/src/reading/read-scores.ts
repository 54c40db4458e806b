import { canonicalNumber } from "@promptnce/core/information";
import type { LogLikelihood, NextTokens, OptionMasses, Reading, ScoredText } from "@promptnce/core";
import { quote } from "../slots/quote.ts";
import type { Read } from "./parse-object.ts";

type Scores = Partial<ScoredText & NextTokens>;

/** The value that an adapter wrote as JSON, or why it is not valid. */
function parseScores(reply: string) {
  let scores: Scores | null;
  try {
    scores = JSON.parse(reply) as Scores | null;
  } catch {
    return { ok: false, reason: "the scores are not JSON" } as const;
  }
  const mistake = mistakeIn(scores ?? {});
  if (mistake !== undefined)
    return { ok: false, reason: `the scores do not fit: ${mistake}` } as const;
  return { ok: true, scores: scores as ScoredText & NextTokens } as const;
}

function mistakeIn({
  tokens,
  before = "",
  boundaryMoved = false,
  top = false,
}: Scores): string | undefined {
  if (!Array.isArray(tokens)) return "tokens is no list";
  if (tokens.length === 0) return "tokens has no tokens";
  for (const [i, token] of (
    tokens as readonly (Partial<ScoredText["tokens"][number]> | null)[]
  ).entries()) {
    if (typeof token?.text !== "string") return `tokens.${i}.text is no text`;
    // JSON's 1e999 is read as infinite.
    if (!Number.isFinite(token.logprob)) return `tokens.${i}.logprob is no number`;
    if (token.id !== undefined && !Number.isSafeInteger(token.id))
      return `tokens.${i}.id is no whole number`;
  }
  if (typeof before !== "string") return "before is no text";
  if (typeof boundaryMoved !== "boolean") return "boundaryMoved is neither true nor false";
  return typeof top === "boolean" ? undefined : "top is neither true nor false";
}

/**
 * What a model read, what was scored within `⟦⟧`, `│` between tokens and `⏎` at a line's end; empty
 * if nothing was.
 */
export function tokenizedText(reply: string): string {
  const parsed = parseScores(reply);
  if (!parsed.ok) return "";
  const { tokens, before = "…" } = parsed.scores;
  return `${before}⟦${tokens.map(({ text }) => text.replaceAll("\n", "⏎")).join("│")}⟧`;
}

/** Where servers put a token that they give no probability, in place of minus infinity. */
const CLAMPED = -9999;

/**
 * The log-likelihood that a scoring adapter's reply gives of y, in nats. A token without a
 * probability, or a clamped one, makes it unreadable: a sum without it would be of another text. So
 * does a sum above zero by more than rounding.
 */
export function readLikelihood(y: string, reply: string): Reading<LogLikelihood> {
  const parsed = parseScores(reply);
  if (!parsed.ok) return parsed;
  const { tokens, boundaryMoved } = parsed.scores;
  const lost = tokens.find(({ logprob }) => logprob <= CLAMPED);
  if (lost !== undefined)
    return { ok: false, reason: `the token ${JSON.stringify(lost.text)} has no probability` };
  const nats = tokens.reduce((sum, { logprob }) => sum + logprob, 0);
  if (nats > 1e-6) return { ok: false, reason: `a log-probability of ${nats} is above zero` };
  const bytes = new TextEncoder().encode(y).length;
  const notes =
    boundaryMoved === true ? ["a token reaches over from the prompt into the text"] : [];
  return { ok: true, answer: { nats: Math.min(0, nats), tokens: tokens.length, bytes }, notes };
}

/**
 * The least mass that the options must have together to be an answer: below it the next token
 * begins something else, as the `<think>` of a model that reasons first, and what is left on the
 * options is noise.
 */
const OPTIONS_FLOOR = 0.01;

/**
 * The masses of options at the next token, in their order and with a sum of one, from a
 * distribution as an adapter writes it. All tokens that stand for an option count for it: a letter
 * with or without a space before it, since that is the tokenizer's affair, but in no other case, as
 * "a" and "i" are words; a word in any case.
 *
 * Of a list of the most likely tokens, an option that none stands for has no known mass and at most
 * that of the least likely listed: it counts as that, never as zero, and a note says so. Below
 * {@link OPTIONS_FLOOR} there is no answer, and the reason says what the model writes in its place.
 */
export function readOptions(
  options: readonly string[],
  reply: string,
): Read<{ readonly masses: readonly number[]; readonly options: OptionMasses }> {
  const parsed = parseScores(reply);
  if (!parsed.ok) return parsed;
  const { tokens, top = false } = parsed.scores;
  const found = options.map((option) => tokens.filter(({ text }) => standsFor(text, option)));
  const missing = options.filter((_, place) => found[place]?.length === 0);
  if (missing.length === options.length) {
    return {
      ok: false,
      reason: `none of ${options.join(", ")} is among the ${tokens.length} tokens that are listed${written(tokens)}`,
    };
  }
  if (missing.length > 0 && !top)
    return { ok: false, reason: `no token stands for ${missing.join(", ")}` };
  const masses = found.map((tokens) =>
    tokens.reduce((sum, { logprob }) => sum + Math.exp(logprob), 0),
  );
  const onOptions = masses.reduce((sum, mass) => sum + mass, 0);
  if (onOptions < OPTIONS_FLOOR) {
    const others = tokens.filter(({ text }) => !options.some((option) => standsFor(text, option)));
    const reason = `the options have less than ${OPTIONS_FLOOR} of the next token's mass${written(others)}`;
    return { ok: false, reason };
  }
  if (!(onOptions < 1.001)) {
    return { ok: false, reason: `the options have a mass of ${onOptions.toPrecision(3)} together` };
  }
  const least = Math.min(
    ...tokens.map(({ logprob }) => logprob).filter((logprob) => logprob > CLAMPED),
  );
  const counted = masses.map((mass, place) =>
    found[place]?.length === 0 ? Math.exp(least) : mass,
  );
  const sum = counted.reduce((total, mass) => total + mass, 0);
  const bound = `is not listed and counted as the most that it can have, ${Math.exp(least).toPrecision(3)}`;
  return {
    ok: true,
    masses: counted.map((mass) => canonicalNumber(mass / sum)),
    options: {
      onOptions,
      byPosition: masses.map((mass) => mass / onOptions),
      unlisted: missing.length,
    },
    notes: missing.map((option) => `${quote(option)} ${bound}`),
  };
}

/** The tokens that a model writes instead of an option: the likeliest ones. */
function written([first, ...others]: NextTokens["tokens"]): string {
  if (first === undefined) return "";
  const most = others.reduce((best, one) => (one.logprob > best.logprob ? one : best), first);
  return `: the model writes ${quote(most.text)} instead`;
}

/** Some servers write the space before a token as one of these marks. */
function standsFor(token: string, option: string): boolean {
  const text = token.replace(/^[▁Ġ]/, "").trim();
  return text === option || (option.length > 1 && text.toLowerCase() === option.toLowerCase());
}
