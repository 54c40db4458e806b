import type { LogLikelihood, NextTokens, Reading, ScoredText } from "@promptnce/core";

type Scores = Partial<ScoredText & NextTokens>;

/** What an adapter wrote as JSON, or why it is not that. */
export function parseScores(
  reply: string,
): { readonly ok: true; readonly scores: ScoredText & NextTokens } | { readonly ok: false; readonly reason: string } {
  let scores: Scores | null;
  try {
    scores = JSON.parse(reply) as Scores | null;
  } catch {
    return { ok: false, reason: "the scores are not JSON" };
  }
  const mistake = mistakeIn(scores ?? {});
  if (mistake === undefined) return { ok: true, scores: scores as ScoredText };
  return { ok: false, reason: `the scores do not fit: ${mistake}` };
}

function mistakeIn({ tokens, before = "", boundaryMoved = false, top = false }: Scores): string | undefined {
  if (!Array.isArray(tokens)) return "tokens is no list";
  if (tokens.length === 0) return "tokens has no tokens";
  for (const [i, token] of (tokens as readonly (Partial<ScoredText["tokens"][number]> | null)[]).entries()) {
    if (typeof token?.text !== "string") return `tokens.${i}.text is no text`;
    // JSON's 1e999 is read as infinite.
    if (!Number.isFinite(token.logprob)) return `tokens.${i}.logprob is no number`;
    if (token.id !== undefined && !Number.isSafeInteger(token.id)) return `tokens.${i}.id is no whole number`;
  }
  if (typeof before !== "string") return "before is no text";
  if (typeof boundaryMoved !== "boolean") return "boundaryMoved is neither true nor false";
  return typeof top === "boolean" ? undefined : "top is neither true nor false";
}

/**
 * What a model read, with what was scored of it between `⟦` and `⟧`, a token from the next by `│`; a line's end within a
 * token is `⏎`. Empty where the reply is no scored text.
 */
export function tokenizedText(reply: string): string {
  const parsed = parseScores(reply);
  if (!parsed.ok) return "";
  const { tokens, before = "…" } = parsed.scores;
  return `${before}⟦${tokens.map(({ text }) => text.replaceAll("\n", "⏎")).join("│")}⟧`;
}

/** Where servers put a token that they give no probability, in place of minus infinity. */
export const CLAMPED = -9999;

/**
 * The log-likelihood that a scoring adapter's reply gives of y, in nats. A token without a probability, clamped ones
 * included, makes the reply unreadable: a sum without it would be of another text. A sum above zero by more than
 * rounding is no log-probability.
 */
export function readLikelihood(y: string, reply: string): Reading<LogLikelihood> {
  const parsed = parseScores(reply);
  if (!parsed.ok) return parsed;
  const { tokens, boundaryMoved } = parsed.scores;
  const lost = tokens.find(({ logprob }) => logprob <= CLAMPED);
  if (lost !== undefined) return { ok: false, reason: `the token ${JSON.stringify(lost.text)} has no probability` };
  const nats = tokens.reduce((sum, { logprob }) => sum + logprob, 0);
  if (nats > 1e-6) return { ok: false, reason: `a log-probability of ${nats} is above zero` };
  const bytes = new TextEncoder().encode(y).length;
  const notes = boundaryMoved === true ? ["a token reaches over from the prompt into the text"] : [];
  return { ok: true, answer: { nats: Math.min(0, nats), tokens: tokens.length, bytes }, notes };
}
