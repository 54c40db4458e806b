import { method } from "@promptnce/core";
import { expect, it } from "vitest";
import { nextSteps } from "./next-steps.ts";
import type { MethodSummary } from "./method-summary.ts";
import type { SummaryFacts } from "./summary.ts";

const facts = { simulated: false, counted: true, k: 5, labels: 50 } as SummaryFacts;
const fine: MethodSummary = {
  method: method("promptnce", { grounding: { examples: [], labels: [] }, marginal: new Map() }),
  estimates: 100,
  unreadable: 1,
  doubtful: 0,
  shown: 0,
  belowClamp: 0,
  meanOther: 0.3,
  R: 0.5,
};

it("asks for nothing where all is well", () => {
  expect(nextSteps(facts, [fine])).toEqual(["Nothing in these numbers asks for another run."]);
});

it.each([
  ["a simulated respondent", { simulated: true }, {}, /are a rehearsal/],
  ["no counts", { counted: false }, {}, /Give counts from people/],
  ["much unreadable", {}, { unreadable: 6 }, /much could not be read/],
  ["masses that sum far from one", {}, { doubtful: 6 }, /much rests on masses that sum far from one.*direct-split/],
  ["much OTHER", {}, { meanOther: 0.9 }, /a larger --k \(now 5 of 50\)/],
  ["hardly any OTHER", {}, { meanOther: 0 }, /the 45 labels outside a set/],
  ["few counted pairs", {}, { scores: { pairs: 29, rho: 0.9, rhoError: 0.1 } }, /rests on 29 pairs, too few/],
  [
    "a ranking like chance",
    {},
    { scores: { pairs: 90, rho: 0.15, rhoError: 0.1 } },
    /cannot be told from one that knows nothing/,
  ],
  [
    "a ranking against people's",
    {},
    { scores: { pairs: 90, rho: -0.6, rhoError: 0.1 } },
    /ranks against people, high where theirs is low/,
  ],
  ["base rates in a ranking that is that of rarity", {}, { rhoMarginal: 0.96 }, /rest on the elicited base rates/],
  ["pairs that were all shown", {}, { shown: 100 }, /every pair was shown in a prompt/],
  [
    "base rates that decide",
    {},
    { R: 2 },
    /rest on the elicited base rates; --method promptnce:empirical takes those that the rows count/,
  ],
])("has one step to take for %s", (_, fact, number, step) => {
  expect(nextSteps({ ...facts, ...fact }, [{ ...fine, ...number }])).toEqual([expect.stringMatching(step)]);
});

it("asks for counts where there are none, and for no other base rates where they are counted", () => {
  const steps = nextSteps({ ...facts, counted: false }, [{ ...fine, R: 2 }]);
  expect(steps[0]).toMatch(/counts from people \(--count\) would replace them \(--method promptnce:empirical\)/);
  const method = { id: "promptnce:empirical", title: "PromptNCE (empirical)" };
  expect(nextSteps(facts, [{ ...fine, method, R: 2 }])[0]).toMatch(/Nothing in these numbers/);
});

it("says nothing of a ranking that is much like people's", () => {
  const [step] = nextSteps(facts, [{ ...fine, scores: { pairs: 90, rho: 0.5, rhoError: 0.1 } }]);
  expect(step).toMatch(/Nothing in these numbers/);
});

it("says nothing of OTHER where the set is the whole label space", () => {
  const [step] = nextSteps({ ...facts, labels: 5 }, [{ ...fine, meanOther: 0 }]);
  expect(step).toMatch(/Nothing in these numbers/);
});

it("does not ask for a larger and a smaller K at once", () => {
  expect(nextSteps(facts, [{ ...fine, unreadable: 6, meanOther: 0.9 }])).toEqual([
    expect.stringMatching(/a smaller --k\.$/),
  ]);
});

it("does not name the empirical base rates where they were asked about beside", () => {
  const empirical = {
    ...fine,
    method: method("promptnce:empirical", { grounding: { examples: [], labels: [] }, marginal: new Map() }),
  };
  expect(nextSteps(facts, [{ ...fine, R: 2 }, empirical])).toEqual([
    expect.stringMatching(/which rest on the elicited base rates\.$/),
  ]);
});
