import { canonicalNumber } from "@promptnce/core/information";
import type { LogLikelihood, NextTokens, OptionMasses, Reading, ScoredText } from "@promptnce/core";
import { quote } from "../slots/quote.ts";
import type { Read } from "./parse-object.ts";

type Scores = Partial<ScoredText & NextTokens>;

/** The scores that an adapter wrote as JSON, or why they are not valid. */
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
 * The text that a model read, with the scored part within `⟦⟧`, `│` between tokens and `⏎` for line
 * ends; empty if nothing was scored.
 *
 * @example
 * tokenizedText(JSON.stringify({ before: "cat", tokens: [{ text: " dog", logprob: -1 }] }));
 * // → "cat⟦ dog⟧"
 */
export function tokenizedText(reply: string): string {
  const parsed = parseScores(reply);
  if (!parsed.ok) return "";
  const { tokens, before = "…" } = parsed.scores;
  return `${before}⟦${tokens.map(({ text }) => text.replaceAll("\n", "⏎")).join("│")}⟧`;
}

/**
 * The log-probability that servers report, in place of minus infinity, for a token without a
 * probability.
 */
const CLAMPED = -9999;

/**
 * The log-likelihood of y in a scoring adapter's reply, in nats. It cannot be read if a token has
 * no probability, or a clamped one, since a sum without it would be that of another text, or if the
 * sum exceeds zero by more than rounding error.
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
 * The minimum total mass of the options: below it, the next token begins something else, such as
 * the `<think>` of a model that reasons first, and the rest on the options is noise.
 */
const OPTIONS_FLOOR = 0.01;

/**
 * The masses of options at the next token, in their order and with a sum of one, from a
 * distribution in the form that adapters write. Every token that stands for an option counts for
 * it: a letter with or without a space before it, which depends on the tokenizer, but only in the
 * same case, since "a" and "i" are words; a word in any case. A token that is listed twice counts
 * once.
 *
 * In a list of the most likely tokens, an option without a token has no known mass: all such
 * options share the mass that the list leaves, and none gets more than the least likely listed
 * token. A note says so. A list in which one token has all of the mass is not a distribution of the
 * model. Below `floor` there is no answer, and the reason says what the model writes instead.
 */
export function readOptions(
  options: readonly string[],
  reply: string,
  floor: number = OPTIONS_FLOOR,
): Read<{ readonly masses: readonly number[]; readonly options: OptionMasses }> {
  const parsed = parseScores(reply);
  if (!parsed.ok) return parsed;
  const { top = false } = parsed.scores;
  const tokens = withoutRepeats(parsed.scores.tokens);
  const found = options.map((option) => tokens.filter(({ text }) => standsFor(text, option)));
  const masses = found.map(sumOfMasses);
  const missing = options.filter((_, place) => found[place]?.length === 0);
  const fault = faultOf({ options, tokens, missing, masses, top, floor });
  if (fault !== undefined) return { ok: false, reason: fault };
  const onOptions = sum(masses);
  const bound = missing.length === 0 ? 0 : unlistedMass(tokens, missing.length);
  const counted = masses.map((mass, place) => (found[place]?.length === 0 ? bound : mass));
  const total = sum(counted);
  const said = `is not listed and counted as the most that the list leaves it, ${bound.toPrecision(3)}`;
  return {
    ok: true,
    masses: counted.map((mass) => canonicalNumber(mass / total)),
    options: {
      onOptions,
      byPosition: masses.map((mass) => mass / onOptions),
      unlisted: missing.length,
    },
    notes: missing.map((option) => `${quote(option)} ${said}`),
  };
}

type Tokens = NextTokens["tokens"];

/** Why a list of tokens gives the options no masses. */
function faultOf({
  options,
  tokens,
  missing,
  masses,
  top,
  floor,
}: {
  readonly options: readonly string[];
  readonly tokens: Tokens;
  readonly missing: readonly string[];
  readonly masses: readonly number[];
  readonly top: boolean;
  readonly floor: number;
}): string | undefined {
  if (top && isSampled(tokens)) {
    return "the list is no distribution of the model: one token has all of the mass and the others have none, as after sampling; have the server list the probabilities before it samples";
  }
  if (missing.length === options.length) {
    return `none of ${options.join(", ")} is among the ${tokens.length} tokens that are listed${written(tokens)}`;
  }
  if (missing.length > 0 && !top) return `no token stands for ${missing.join(", ")}`;
  const onOptions = sum(masses);
  if (onOptions < floor || onOptions === 0) {
    const others = tokens.filter(({ text }) => !options.some((option) => standsFor(text, option)));
    return `the options have less than ${floor || "any"} of the next token's mass${written(others)}`;
  }
  return onOptions < 1.001
    ? undefined
    : `the options have a mass of ${onOptions.toPrecision(3)} together`;
}

/** Each token once, with its likeliest entry: some servers list the sampled token beside the top. */
function withoutRepeats(tokens: Tokens): Tokens {
  const byToken = Map.groupBy(tokens, ({ text, id }) => JSON.stringify([text, id]));
  return Array.from(byToken.values(), likeliest);
}

function likeliest(tokens: Tokens): Tokens[number] {
  return tokens.reduce((best, one) => (one.logprob > best.logprob ? one : best));
}

/** Below this log-probability no model's arithmetic gives a token any mass. */
const NO_MASS = -100;

/** Whether one token of a list has all of the mass, as in the list of a server that has sampled. */
function isSampled(tokens: Tokens): boolean {
  const first = likeliest(tokens);
  const others = tokens.filter((one) => one !== first);
  // A list of one token, of no rounded probability, may be all that the server lists.
  const least = others.length === 0 ? 0 : -1e-4;
  return first.logprob >= least && others.every(({ logprob }) => logprob <= NO_MASS);
}

/** The mass of each of `count` options that are not listed, as bounded by the list. */
function unlistedMass(tokens: Tokens, count: number): number {
  const listed = tokens.filter(({ logprob }) => logprob > NO_MASS);
  const least = Math.exp(Math.min(...listed.map(({ logprob }) => logprob)));
  return Math.min(least, Math.max(0, 1 - sumOfMasses(listed)) / count);
}

function sumOfMasses(tokens: Tokens): number {
  return sum(tokens.map(({ logprob }) => Math.exp(logprob)));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** The tokens that a model writes instead of an option: the likeliest ones. */
function written(tokens: Tokens): string {
  return tokens.length === 0 ? "" : `: the model writes ${quote(likeliest(tokens).text)} instead`;
}

/** Some servers write the space before a token as one of these marks. */
function standsFor(token: string, option: string): boolean {
  const text = token.replace(/^[▁Ġ]/, "").trim();
  return text === option || (option.length > 1 && text.toLowerCase() === option.toLowerCase());
}
