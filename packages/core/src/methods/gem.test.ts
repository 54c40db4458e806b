import { describe, expect, it } from "vitest";
import { gem } from "./gem.ts";
import { method } from "./methods.ts";
import { plan } from "../estimation/plan.ts";
import type { Ask, LogLikelihood, Query, Trial } from "../types.ts";

const trial: Trial = { id: "1", x: { cue: "SHOVE" }, y: "PUSH", candidates: ["PUSH", "HIT"] };
const unused = { grounding: { examples: [], labels: [] }, marginal: new Map() };

/** Answers likelihoods: one number given x, another given a null context. */
function scores(given: LogLikelihood | undefined, base?: LogLikelihood): Ask {
  return (query) => {
    const { kind, x } = query as Query & { readonly x?: unknown };
    expect(kind).toBe("likelihood");
    return (typeof x === "string" ? base : given) as never;
  };
}
const text = (nats: number, tokens = 2): LogLikelihood => ({ nats, tokens, bytes: 4 });

describe("gem", () => {
  it("is log P(y|x) less log P(y|null context), in nats, and no more than that", () => {
    expect(gem()(trial, scores(text(-3), text(-5)))).toEqual({
      logConditional: -3,
      logMarginal: -5,
      pmi: 2,
    });
  });

  it("is exact for texts whose probability is too small for a number", () => {
    expect(gem()(trial, scores(text(-2000.25), text(-2001)))).toMatchObject({ pmi: 0.75 });
  });

  it("without a null context is the log-likelihood itself", () => {
    expect(gem({ nullContext: "none" })(trial, scores(text(-3)))).toEqual({
      logConditional: -3,
      pmi: -3,
    });
  });

  it("divides by tokens or bytes only where told to", () => {
    const ask = scores(text(-3, 3), text(-8, 4));
    expect(gem({ normalisation: "per-token" })(trial, ask).pmi).toBe(-1 + 2);
    expect(gem({ normalisation: "per-byte" })(trial, ask).pmi).toBe(-0.75 + 2);
  });

  it("has no estimate where either likelihood could not be read, and the one that could", () => {
    expect(gem()(trial, scores(undefined, text(-5)))).toEqual({ logMarginal: -5 });
    expect(gem()(trial, scores(text(-5), undefined))).toEqual({ logConditional: -5 });
  });

  it("asks about y alone once for all x, with every choice in the question", () => {
    const other = { ...trial, id: "2", x: { cue: "NUDGE" } };
    const estimators = [gem({ template: "plain", span: "content", nullContext: "empty" })];
    const questions = [...plan([{ task: "words", estimators, trials: [trial, other] }])];
    expect(questions.map((question) => "x" in question && question.x)).toEqual([
      { cue: "SHOVE" },
      "empty",
      { cue: "NUDGE" },
    ]);
    expect(questions[0]).toMatchObject({ scoring: { template: "plain", span: "content" } });
  });
});

describe("the method gem", () => {
  it.each([
    ["gem", "gem", "GEM"],
    ["gem:not-available+chat", "gem", "GEM"],
    ["gem:none", "gem:none", "GEM (likelihood)"],
    ["gem:+per-token", "gem:+per-token", "GEM (per-token)"],
    ["gem+per-token", "gem:+per-token", "GEM (per-token)"],
    ["gem:empty+content+plain", "gem:empty+plain+content", "GEM (empty, plain, content)"],
  ])("%s is %s, %s", (id, own, title) => {
    expect(method(id, unused)).toMatchObject({ id: own, title });
  });

  it.each(["gem:nothing", "gem:empty+empty", "gem:none+plain+chat", "gem:empty+"])(
    "refuses %s and says what there is",
    (id) => {
      expect(() => method(id, unused)).toThrow(/^there is no method "gem:.*gem\[:NULL\]/);
    },
  );
});
