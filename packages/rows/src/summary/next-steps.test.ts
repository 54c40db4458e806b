import { method } from "@promptnce/core/methods";
import { expect, it } from "vitest";
import { limitTexts } from "./found-limits.ts";
import { mainLimit, nextSteps } from "./next-steps.ts";
import type { MethodSummary } from "./method-summary.ts";
import type { SummaryFacts } from "./summary.ts";

const facts = { simulated: false, counted: true, k: 5, labels: 50 } as SummaryFacts;
const named = (id: string) =>
  method(id, { grounding: { examples: [], labels: [] }, marginal: new Map() });
/** With a bootstrap standard error of 0.1. */
const scored = (pairs: number, rho: number) => {
  const own = { rho, rhoError: 0.1, interval: { low: rho - 0.2, high: rho + 0.2 } };
  const unit = { name: "pair", count: pairs, effective: pairs, isFew: false };
  return { pairs, rows: pairs, ...own, beyond: own, unit, terms: {}, blind: {} };
};

const fine: MethodSummary = {
  method: named("promptnce"),
  estimates: 100,
  unreadable: 1,
  doubtful: 0,
  shown: 0,
  belowClamp: 0,
  meanOther: 0.3,
  R: 0.5,
  scores: scored(90, 0.8),
};

it("asks for nothing where all is well", () => {
  expect(nextSteps(facts, [fine])).toEqual(["Nothing in these numbers asks for another run."]);
});

it("never says so where something limits the result", () => {
  const limited = { ...fine, R: 3, rhoMarginal: 0.9 };
  expect(limitTexts(facts, [limited])).toHaveLength(1);
  expect(nextSteps(facts, [limited])).toEqual(["Follow the advice given with each limit above."]);
});

it.each([
  [
    "promptnce",
    "many replies could not be read; look at them in the store, and try another model or a smaller `k`.",
  ],
  [
    "direct-split:ungrounded",
    "many replies could not be read; look at them in the store, and try another model.",
  ],
  [
    "gem",
    "many texts could not be scored; look at them in the store, and try another model, or texts without a chat (gem:+plain).",
  ],
])("says of %s what may help where much is unreadable, and nothing that cannot", (id, step) => {
  const poor = { ...fine, method: named(id), unreadable: 6 };
  expect(nextSteps(facts, [poor])).toEqual([`${poor.method.title}: ${step}`]);
});

it("says first that most estimates rest on an answer of 0, and of recorded masses what to look at", () => {
  const zeros = { conditional: 3, marginal: 90, both: 2 };
  const poor = { ...fine, estimates: 100, unreadable: 10, zeros };
  expect(mainLimit(facts, [poor])).toBe(
    `Limit: ${fine.method.title}: 91 of 100 estimates rest on an answer of 0, so their PMI measures nothing; look at the replies, and try another model.`,
  );
  expect(mainLimit({ ...facts, recorded: true }, [poor])).toContain("; look at the masses.");
  const few = { conditional: 40, marginal: 5, both: 0 };
  expect(nextSteps(facts, [{ ...poor, unreadable: 0, zeros: few }])[0]).not.toContain("of 0");
});

it.each([
  ["a simulated respondent", { simulated: true }, {}, /is a rehearsal/],
  ["no counts", { counted: false }, {}, /Give people's counts/],
  ["much unreadable", {}, { unreadable: 6 }, /many replies could not be read/],
  ["few counted pairs", {}, { scores: scored(29, 0.9) }, /rests on 29 pairs, too few/],
  ["a ranking like chance", {}, { scores: scored(90, 0.15) }, /cannot be told from a random one/],
  [
    "a ranking that does not vary",
    {},
    { scores: scored(90, Number.NaN) },
    /equal, so there is nothing to rank; look at the replies and at the counts/,
  ],
  [
    "a ranking against people's",
    {},
    { scores: scored(90, -0.6) },
    /ranked in the reverse of people's order/,
  ],
  [
    "log P(y|x) against people's PMI",
    {},
    { method: named("promptnce:none"), scores: scored(90, -0.6) },
    /without a base rate, pairs are ranked by P\(y\|x\) and not by PMI/,
  ],
  [
    "one input in each context",
    {},
    { scores: { ...scored(90, Number.NaN), isAlone: true } },
    /each context has one input, whose PMI is 0 by definition/,
  ],
  [
    "recorded masses that do not vary",
    { recorded: true },
    { scores: scored(90, Number.NaN) },
    /look at the masses and at the counts/,
  ],
  [
    "recorded masses that rank like chance",
    { recorded: true },
    { scores: scored(90, 0.15) },
    /cannot be told from a random one; look at the pairs that are furthest off\.$/,
  ],
  [
    "recorded masses that cannot be read",
    { recorded: true },
    { unreadable: 6 },
    /many of the recorded masses could not be read; look at them in the file\.$/,
  ],
  [
    "a few pairs that do not vary",
    {},
    { scores: scored(9, Number.NaN) },
    /all estimates, or all of people's PMIs, are equal/,
  ],
  ["pairs that cannot be scored", {}, { scores: undefined }, /fewer than three pairs/],
  [
    "units too few to show how they vary",
    {},
    { scores: { ...scored(90, 0.5), unit: { name: "x", count: 9, effective: 9, isFew: true } } },
    /with 9 inputs, the ± cannot be trusted; .* for more inputs\.$/,
  ],
  [
    "units of which one has nearly all the weight",
    {},
    {
      scores: {
        ...scored(90, 0.5),
        unit: { name: "context", count: 30, effective: 1.06, isFew: true },
      },
    },
    /with 30 contexts, worth 1.1 of equal weight, the ± cannot be trusted; .* for more contexts\.$/,
  ],
  [
    "three pairs",
    {},
    { scores: scored(3, 1) },
    /rests on 3 pairs, which show nothing: .* by chance in 1 of 6 rankings of so few/,
  ],
  [
    "estimates that x alone may explain",
    {},
    {
      scores: {
        ...scored(90, 0.8),
        gate: {
          by: "levels" as const,
          value: 0.5,
          standardError: 0.1,
          units: 20,
          aboveChance: false,
        },
      },
    },
    /whether it uses both x and y is not shown: .* base rates alone, or x alone, may explain/,
  ],
  [
    "data in which nothing detects estimates that ignore y",
    {},
    {
      scores: {
        ...scored(90, 0.8),
        gate: {
          by: "label" as const,
          value: 0.5,
          standardError: 0.1,
          units: 20,
          aboveChance: true,
        },
      },
    },
    /nothing here shows that y matters to the answers/,
  ],
  [
    "pairs that were all shown",
    {},
    { shown: 100, scores: undefined },
    /every pair was shown in a prompt/,
  ],
])("has one step to take for %s", (_, fact, number, step) => {
  expect(nextSteps({ ...facts, ...fact }, [{ ...fine, ...number }])).toEqual([
    expect.stringMatching(step),
  ]);
});

it("says a step once for all methods that it is for", () => {
  const few = (id: string) => ({ ...fine, method: named(id), scores: scored(29, 0.9) });
  const [same, own] = nextSteps(facts, [
    few("promptnce"),
    few("marginalnce"),
    { ...few("direct-pmi"), scores: scored(20, 0.9) },
  ]);
  expect(same).toMatch(/^PromptNCE; MarginalNCE: ρ rests on 29 pairs, too few/);
  expect(own).toMatch(/^Direct-PMI: ρ rests on 20 pairs/);
});

it("says of estimates whose requests failed that those are to be asked again, and blames no model", () => {
  const failed = { ...fine, unreadable: 50, failed: 49 };
  expect(nextSteps(facts, [failed])).toEqual([
    "PromptNCE: 49 of 100 estimates are missing because requests failed; repeat those requests (`retryFailed`).",
  ]);
});

it("says nothing of a ranking that is much like people's", () => {
  const [step] = nextSteps(facts, [{ ...fine, scores: scored(90, 0.5) }]);
  expect(step).toMatch(/Nothing in these numbers/);
});
