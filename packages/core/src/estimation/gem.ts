import type { Estimator, LogLikelihood, NullContext, Scoring } from "../types.ts";

/** What stands in every field of x under the null context of that name, to the letter. */
export const NOT_AVAILABLE = "Not available";

export interface GemOptions extends Scoring {
  /** What gives the base rate; `none` leaves it out and scores by the likelihood alone. */
  readonly nullContext: NullContext | "none";
  /** What a log-likelihood is divided by: nothing, its tokens, or the bytes of y in UTF-8. */
  readonly normalisation: "none" | "per-token" | "per-byte";
}

/** As the authors of GEM score: a chat, "Not available", the whole assistant turn, no division. */
export const GEM_DEFAULTS: GemOptions = {
  template: "chat",
  span: "assistant-turn",
  nullContext: "not-available",
  normalisation: "none",
};

/**
 * GEM (Xu et al. 2025, the paper's baseline): log P(y|x) − log P(y|null context) in nats, read off
 * the model's own token probabilities. It takes no candidate set and needs a provider that scores.
 *
 * The estimate holds the PMI alone (log P(y|x) without a null context): the probability of a long
 * text is too small for a number, and a logarithm is all that is needed of it. Divided by tokens or
 * bytes it is in nats a token or a byte, and no PMI.
 */
export function gem(options: Partial<GemOptions> = {}): Estimator {
  const { template, span, nullContext, normalisation } = { ...GEM_DEFAULTS, ...options };
  const scoring = { template, span };
  return ({ x, y }, ask) => {
    const given = ask({ kind: "likelihood", x, y, scoring });
    const alone = nullContext === "none";
    const base = alone ? undefined : ask({ kind: "likelihood", x: nullContext, y, scoring });
    if (given === undefined || (base === undefined && !alone)) return {};
    const subtracted = base === undefined ? 0 : normalised(base, normalisation);
    return { pmi: normalised(given, normalisation) - subtracted };
  };
}

function normalised({ nats, tokens, bytes }: LogLikelihood, by: GemOptions["normalisation"]): number {
  if (by === "none") return nats;
  return nats / (by === "per-token" ? tokens : bytes);
}
