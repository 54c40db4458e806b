import { method } from "@promptnce/core";
import { expect, it } from "vitest";
import { nextSteps } from "./next-steps.ts";
import type { MethodSummary, SummaryFacts } from "./summary.ts";

const facts = { simulated: false, counted: true, k: 5, labels: 50 } as SummaryFacts;
const fine: MethodSummary = {
  method: method("promptnce", { grounding: { examples: [], labels: [] }, marginal: new Map() }),
  estimates: 100,
  unreadable: 1,
  sampled: 100,
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
  ["much OTHER", {}, { meanOther: 0.9 }, /a larger --k \(now 5 of 50\)/],
  ["hardly any OTHER", {}, { meanOther: 0 }, /the 45 labels outside a set/],
  ["base rates that decide", {}, { R: 2 }, /rest on the elicited base rates.*promptnce:empirical/],
])("has one step to take for %s", (_, fact, number, step) => {
  expect(nextSteps({ ...facts, ...fact }, [{ ...fine, ...number }])).toEqual([
    expect.stringMatching(step),
  ]);
});

it("says nothing of OTHER where the set is the whole label space", () => {
  const [step] = nextSteps({ ...facts, labels: 5 }, [{ ...fine, meanOther: 0 }]);
  expect(step).toMatch(/Nothing in these numbers/);
});
