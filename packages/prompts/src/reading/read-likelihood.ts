import type { LogLikelihood, Reading } from "@promptnce/core";
import { z } from "zod";

/** What an adapter wrote as JSON, or why it is not that. */
export function parseScores<T>(
  schema: z.ZodType<T>,
  reply: string,
): { readonly ok: true; readonly scores: T } | { readonly ok: false; readonly reason: string } {
  let value: unknown;
  try {
    value = JSON.parse(reply);
  } catch {
    return { ok: false, reason: "the scores are not JSON" };
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, scores: parsed.data };
  const [issue] = parsed.error.issues;
  return { ok: false, reason: `the scores do not fit: ${issue?.path.join(".")} ${issue?.message}` };
}

const scored = z.object({
  tokens: z.array(z.object({ text: z.string(), id: z.int().optional(), logprob: z.number() })).min(1, "has no tokens"),
  before: z.string().optional(),
  boundaryMoved: z.boolean().optional(),
});

/**
 * What a model read, with what was scored of it between `⟦` and `⟧`, a token from the next by `│`; a line's end within a
 * token is `⏎`. Empty where the reply is no scored text.
 */
export function tokenizedText(reply: string): string {
  const parsed = parseScores(scored, reply);
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
  const parsed = parseScores(scored, reply);
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
