import { method } from "@promptnce/core/methods";
import { describe, expect, it } from "vitest";
import { foundLimits, limitTexts } from "./found-limits.ts";
import type { MethodSummary } from "./method-summary.ts";
import type { SummaryFacts } from "./summary.ts";

const facts = { simulated: false, counted: true, k: 5, labels: 50 } as SummaryFacts;
const named = (id: string) =>
  method(id, { grounding: { examples: [], labels: [] }, marginal: new Map() });

const fine: MethodSummary = {
  method: named("promptnce"),
  estimates: 100,
  unreadable: 1,
  doubtful: 0,
  shown: 0,
  belowClamp: 0,
  meanOther: 0.3,
  R: 0.5,
};

describe("what limits the result", () => {
  it("is nothing where no number passes its threshold", () => {
    expect(limitTexts(facts, [fine])).toEqual([]);
  });

  it("is said of each method that it limits, by its title", () => {
    const found = limitTexts(facts, [
      { ...fine, R: 2 },
      { ...fine, method: named("marginalnce"), doubtful: 6 },
    ]);
    expect(found).toEqual([
      expect.stringMatching(/^PromptNCE: the elicited base rates .*\.$/),
      expect.stringMatching(
        /^MarginalNCE: 6\.0 % of estimates rest on masses that sum far from one/,
      ),
    ]);
  });

  it("is said once of methods that it limits alike", () => {
    const others = ["promptnce", "promptnce:none"].map((id) => ({
      ...fine,
      method: named(id),
      doubtful: 50,
    }));
    expect(limitTexts(facts, others)).toEqual([
      expect.stringMatching(/^PromptNCE; PromptNCE \(no marginal\): 50\.0 %/),
    ]);
  });

  it("is not that of elicited base rates where they were counted", () => {
    expect(limitTexts(facts, [{ ...fine, R: 2, method: named("promptnce:empirical") }])).toEqual(
      [],
    );
  });

  it("says nothing of K where nobody knows it, as of a result's file, or can ask with another, as of recorded masses", () => {
    expect(limitTexts(facts, [{ ...fine, meanOther: 0.9 }])).toHaveLength(1);
    expect(
      limitTexts({ simulated: false, counted: true, labels: 50 }, [{ ...fine, meanOther: 0.9 }]),
    ).toEqual([]);
    expect(limitTexts({ ...facts, recorded: true }, [{ ...fine, meanOther: 0.9 }])).toEqual([]);
  });

  const contradicted = {
    ...fine,
    gap: { share: 0.7, most: [{ label: "a", first: 0.5, second: 0.1 }] },
  };

  it("marks the advice on base rates, which others can then say by itself", () => {
    expect(foundLimits(facts, [contradicted])).toEqual([
      {
        methods: ["PromptNCE"],
        limit: expect.objectContaining({
          isBaseRate: true,
          advice: expect.stringContaining(":implied"),
        }),
      },
    ]);
  });

  it("advises no implied base rate where a part of the inputs was asked about, or many are missing", () => {
    expect(limitTexts({ ...facts, isPart: true }, [contradicted])).toEqual([]);
    expect(limitTexts(facts, [{ ...contradicted, unreadable: 21 }])).toEqual([]);
    expect(limitTexts(facts, [{ ...contradicted, unreadable: 20 }])).toHaveLength(1);
  });
});
