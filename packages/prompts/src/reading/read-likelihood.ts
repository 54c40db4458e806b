import type { LogLikelihood, Reading } from "@promptnce/core";
import { z } from "zod";

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
  const { success, data } = scored.safeParse(parsedJson(reply));
  if (!success) return "";
  const tokens = data.tokens.map(({ text }) => text.replaceAll("\n", "⏎"));
  return `${data.before ?? "…"}⟦${tokens.join("│")}⟧`;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Where servers put a token that they give no probability, in place of minus infinity. */
const CLAMPED = -9999;

/**
 * The log-likelihood that a scoring adapter's reply gives of y, in nats. A token without a probability, clamped ones
 * included, makes the reply unreadable: a sum without it would be of another text. A sum above zero by more than
 * rounding is no log-probability.
 */
export function readLikelihood(y: string, reply: string): Reading<LogLikelihood> {
  const value = parsedJson(reply);
  if (value === undefined) return { ok: false, reason: "the scores are not JSON" };
  const parsed = scored.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { ok: false, reason: `the scores do not fit: ${issue?.path.join(".")} ${issue?.message}` };
  }
  const { tokens, boundaryMoved } = parsed.data;
  const lost = tokens.find(({ logprob }) => logprob <= CLAMPED);
  if (lost !== undefined) return { ok: false, reason: `the token ${JSON.stringify(lost.text)} has no probability` };
  const nats = tokens.reduce((sum, { logprob }) => sum + logprob, 0);
  if (nats > 1e-6) return { ok: false, reason: `a log-probability of ${nats} is above zero` };
  const bytes = new TextEncoder().encode(y).length;
  const notes = boundaryMoved === true ? ["a token reaches over from the prompt into the text"] : [];
  return { ok: true, answer: { nats: Math.min(0, nats), tokens: tokens.length, bytes }, notes };
}
