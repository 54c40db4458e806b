import type { Estimator, LogLikelihood, NullContext, Scoring } from "../types.ts";
import type { Method, MethodFamily } from "../terms/method.ts";

/** The exact text of every field of x under the null context of the same name. */
export const NOT_AVAILABLE = "Not available";

export interface GemOptions extends Scoring {
  /**
   * The null context that gives the base rate; with `none` the estimate is the log-likelihood
   * alone.
   */
  readonly nullContext: NullContext | "none";
  /** The divisor of a log-likelihood: none, its number of tokens, or the bytes of y in UTF-8. */
  readonly normalisation: "none" | "per-token" | "per-byte";
}

/**
 * The choices of GEM's authors: a chat, "Not available", the whole assistant turn, no
 * normalisation.
 */
export const GEM_DEFAULTS: GemOptions = {
  template: "chat",
  span: "assistant-turn",
  nullContext: "not-available",
  normalisation: "none",
};

/**
 * GEM (Xu et al. 2025, the paper's baseline): log P(y|x) − log P(y|null context) in nats, from the
 * model's own token probabilities. It uses no candidate set and needs a provider that scores.
 *
 * The estimate holds the PMI (log P(y|x) without a null context) and both logarithms before
 * normalisation: the probability of a long text is too small for a number, and only its logarithm
 * is needed. Normalised by tokens or bytes, the value is in nats a token or a byte, and is not a
 * PMI.
 *
 * @example
 * const nats = ({ x }) => ({ nats: x === "not-available" ? -7 : -3, tokens: 2, bytes: 4 });
 * gem()({ id: "1", x: { cue: "SHOVE" }, y: "PUSH", candidates: ["PUSH"] }, nats).pmi; // → 4
 */
export function gem(options: Partial<GemOptions> = {}): Estimator {
  const { template, span, nullContext, normalisation } = { ...GEM_DEFAULTS, ...options };
  const scoring = { template, span };
  return ({ x, y, context }, ask) => {
    const scored = ask({ kind: "likelihood", x, y, scoring });
    const alone = nullContext === "none";
    const how = { y, scoring, ...(context && { context }) };
    const base = alone ? undefined : ask({ kind: "likelihood", x: nullContext, ...how });
    const terms = {
      ...(scored && { logConditional: scored.nats }),
      ...(base && { logMarginal: base.nats }),
    };
    if (scored === undefined || (base === undefined && !alone)) return terms;
    const subtracted = base === undefined ? 0 : normalised(base, normalisation);
    return { ...terms, pmi: normalised(scored, normalisation) - subtracted };
  };
}

function normalised(
  { nats, tokens, bytes }: LogLikelihood,
  by: GemOptions["normalisation"],
): number {
  if (by === "none") return nats;
  return nats / (by === "per-token" ? tokens : bytes);
}

const CHOICES: { readonly [K in keyof GemOptions]: readonly GemOptions[K][] } = {
  nullContext: ["not-available", "empty", "premise", "none"],
  template: ["chat", "plain"],
  span: ["assistant-turn", "content"],
  normalisation: ["none", "per-token", "per-byte"],
};

/**
 * GEM by its name, with what differs from {@link GEM_DEFAULTS} behind it: the null context first,
 * then template, span and normalisation, as in `gem:none`, `gem:empty+plain+content` or
 * `gem:+per-token`. One choice has one id, however it was written.
 */
export const gemFamily: MethodFamily<"gem"> = {
  name: "gem",
  usage: `gem[:NULL][+plain][+content][+per-token|+per-byte] with NULL one of ${CHOICES.nullContext.join(", ")}`,
  make(id) {
    const chosen = choicesOf(id);
    return chosen && gemMethod({ ...GEM_DEFAULTS, ...chosen });
  },
};

/** The options chosen by an id; `undefined` where a choice is unknown or made twice. */
function choicesOf(id: string): Partial<GemOptions> | undefined {
  const [nullContext = "", ...others] = id.replace(/^gem:?/, "").split("+");
  const chosen: Partial<Record<keyof GemOptions, string>> = {};
  const choose = (among: readonly (keyof GemOptions)[], value: string): boolean => {
    const name = among.find((option) => (CHOICES[option] as readonly string[]).includes(value));
    if (name === undefined || chosen[name] !== undefined) return false;
    chosen[name] = value;
    return true;
  };
  const isKnown =
    (nullContext === "" || choose(["nullContext"], nullContext)) &&
    others.every((other) => choose(["template", "span", "normalisation"], other));
  return isKnown ? (chosen as Partial<GemOptions>) : undefined;
}

function gemMethod(options: GemOptions): Method {
  const names = Object.keys(CHOICES) as (keyof GemOptions)[];
  const differing = names.filter((name) => options[name] !== GEM_DEFAULTS[name]);
  const words = differing.map((name) =>
    name === "nullContext" ? options[name] : `+${options[name]}`,
  );
  // Among the differing options only the null context can be `none`.
  const shown = differing.map((name) => (options[name] === "none" ? "likelihood" : options[name]));
  return {
    id: words.length === 0 ? "gem" : `gem:${words.join("")}`,
    title: shown.length === 0 ? "GEM" : `GEM (${shown.join(", ")})`,
    conditional: {
      name: "likelihood",
      title: "log-likelihood",
      asks: ["likelihood"],
      answers: "label",
    },
    ...(options.nullContext !== "none" && {
      marginal: {
        name: options.nullContext,
        title: `log-likelihood given ${options.nullContext}`,
        asks: ["likelihood"],
        isElicited: true,
      },
    }),
    needs: { scores: true },
    asks: ["likelihood"],
    estimator: gem(options),
  };
}
