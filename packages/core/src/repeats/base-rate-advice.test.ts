import { describe, expect, test } from "vitest";
import { spearman } from "../correlation/correlation.ts";
import { pmi } from "../information/pmi.ts";
import { normal, random } from "../sampling/random.ts";
import { baseRateAdvice } from "./base-rate-advice.ts";
import { contradiction } from "./contradiction.ts";
import { countsInContext } from "./counts-in-context.ts";
import { impliedInContext } from "./implied-in-context.ts";
import {
  isRecordedThere,
  type RecordedEvidence,
  recordedEvidence,
  recordedModels,
  recordedPeople,
} from "./recorded.test.support.ts";

/**
 * 40 contexts of three x and four labels, base rates and conditionals each so far from people's, in
 * logarithms, and this share of people of the first x.
 */
function evidenceOf({ ofRates = 0, ofConditionals = 0, ofFirst = 1 / 3, isFair = true }) {
  const source = random("advice");
  const labels = [0, 1, 2, 3];
  const shares = (weights: readonly number[]): number[] => {
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return weights.map((weight) => weight / sum);
  };
  const rows = Array.from({ length: 40 }, (_, context) => {
    const true_ = [0, 1, 2].map(() => shares(labels.map(() => Math.exp(normal(source)))));
    const people = [ofFirst, (1 - ofFirst) / 2, (1 - ofFirst) / 2];
    const rates = labels.map((y) => true_.reduce((sum, of, x) => sum + people[x]! * of[y]!, 0));
    // Far below 1, so that none is above it; PMI is of ratios.
    const off = (p: number, by: number): number => (p / 1000) * Math.exp(by * normal(source));
    const saidRates = rates.map((p) => off(p, ofRates));
    return true_.flatMap((of, x) =>
      labels.map((y) => ({
        context,
        x,
        y,
        truth: pmi(of[y]!, rates[y]!),
        conditional: off(of[y]!, ofConditionals),
        marginal: saidRates[y]!,
      })),
    );
  }).flat();
  return {
    keys: {
      contexts: rows.map(({ context }) => context),
      x: rows.map(({ x }) => x),
      labels: rows.map(({ y }) => y),
    },
    conditional: rows.map(({ conditional }) => conditional),
    marginal: rows.map(({ marginal }) => marginal),
    truth: rows.map(({ truth }) => truth),
    isFair,
  };
}

const withoutCounts = (evidence: ReturnType<typeof evidenceOf>) => ({
  ...evidence,
  truth: undefined,
});

describe("which base rate to take", () => {
  test("is said of none where the respondent is coherent", () => {
    const evidence = evidenceOf({});
    expect(contradiction(evidence.conditional, evidence.marginal, evidence.keys)).toBeLessThan(
      1e-20,
    );
    expect(baseRateAdvice(withoutCounts(evidence))).toBeUndefined();
    expect(baseRateAdvice(evidence)).toEqual({ rho: { elicited: 1, implied: 1 } });
  });

  test("is the implied one where base rates contradict the conditionals, with counts and without", () => {
    const evidence = evidenceOf({ ofRates: 1 });
    expect(baseRateAdvice(withoutCounts(evidence))).toEqual({
      take: "implied",
      share: expect.closeTo(
        contradiction(evidence.conditional, evidence.marginal, evidence.keys),
        12,
      ),
    });
    const { take, rho } = baseRateAdvice(evidence)!;
    expect(take).toBe("implied");
    expect(rho!.implied).toBeGreaterThan(rho!.elicited);
    // The counted ones are worse than either here: the highest of the three is taken.
    const counted = evidence.marginal.map((rate, row) => rate * [0.02, 1, 1, 9][row % 4]!);
    const ranked = baseRateAdvice({ ...evidence, counted })!;
    expect(ranked).toEqual({ take: "implied", rho: { ...rho, counted: expect.any(Number) } });
    expect(ranked.rho!.counted).toBeLessThan(rho!.elicited);
  });

  test("is the elicited one where counts show so, as where most people are of one x", () => {
    const evidence = evidenceOf({ ofFirst: 0.98 });
    expect(baseRateAdvice(evidence)).toMatchObject({ take: "elicited" });
    // Not told apart from people's, which are the same.
    const { take, rho } = baseRateAdvice({ ...evidence, counted: evidence.marginal })!;
    expect([take, rho!.counted]).toEqual([undefined, rho!.elicited]);
  });

  test("is the counted one where that ranks best, also of x that are no fair sample", () => {
    const [off, right] = [evidenceOf({ ofRates: 1, ofFirst: 0.98 }), evidenceOf({ ofFirst: 0.98 })];
    const counted = right.marginal;
    expect(baseRateAdvice({ ...off, counted })).toMatchObject({ take: "counted" });
    const unfair = baseRateAdvice({ ...off, counted, isFair: false })!;
    expect(Object.keys(unfair.rho!)).toEqual(["elicited", "counted"]);
    expect(unfair.take).toBe("counted");
  });

  test("is not said from counts of fewer than ten contexts", () => {
    const evidence = evidenceOf({ ofConditionals: 0.7 });
    const few = evidence.truth.map((value, row) =>
      evidence.keys.contexts[row]! < 9 ? value : Number.NaN,
    );
    expect(baseRateAdvice({ ...evidence, truth: few })).toEqual(
      baseRateAdvice(withoutCounts(evidence)),
    );
  });

  test("is not said where the inputs asked about are no fair sample of the context's", () => {
    const evidence = evidenceOf({ ofRates: 1, isFair: false });
    expect(baseRateAdvice(evidence)).toBeUndefined();
    expect(baseRateAdvice(withoutCounts(evidence))).toBeUndefined();
  });

  test("is not said where PMI has no ρ, as where terms or people's PMI do not vary", () => {
    const evidence = evidenceOf({ ofRates: 1 });
    const flat = evidence.truth.map(() => 0);
    expect(baseRateAdvice({ ...evidence, truth: flat })).toBeUndefined();
  });

  test("takes columns of one length, and has no contradiction where PMI does not vary", () => {
    const keys = { x: [0, 1], labels: ["a", "a"] };
    expect(() => contradiction([0.1, 0.2], [0.1], keys)).toThrow("takes 2 numbers, not 1");
    expect(contradiction([0.2, 0.2], [0.1, 0.1], keys)).toBeNaN();
    expect(
      contradiction([0.2, 0.4, NaN], [0.1, 0.1, 0.3], { x: [0, 1, 2], labels: [0, 0, 0] }),
    ).toBe(0);
  });
});

describe.runIf(isRecordedThere)("advice of recorded replies, from half of the questions", () => {
  const people = isRecordedThere ? recordedPeople() : { keys: { x: [], labels: [] }, counts: [] };
  const models = isRecordedThere ? recordedModels() : new Map<string, never>();
  const { pmi: truth } = countsInContext(people.keys, people.counts);
  const rhosOf = ({ keys, conditional, marginal, truth: actual }: RecordedEvidence) => {
    const [elicited, implied] = [marginal, impliedInContext(conditional, keys)].map((rates) =>
      spearman(
        conditional.map((p, row) => pmi(p, rates[row]!)),
        actual,
      ),
    );
    return { elicited: elicited!, implied: implied! };
  };

  test("is right on the other half, with counts and without", () => {
    let given = 0;
    for (const own of models.values()) {
      const questions = [...new Set(own.questions)].toSorted();
      const seen = new Set(questions.filter((_, place) => place % 2 === 0));
      const { truth: counted, ...alone } = recordedEvidence(own, truth, (one) => seen.has(one));
      const rho = rhosOf(recordedEvidence(own, truth, (one) => !seen.has(one)));
      for (const advice of [baseRateAdvice(alone), baseRateAdvice({ ...alone, truth: counted })]) {
        if (advice?.take === undefined) continue;
        given++;
        expect(advice.take).toBe(rho.implied > rho.elicited ? "implied" : "elicited");
      }
    }
    expect(given).toBeGreaterThan(16);
  });

  test("would have been :implied for the samples of GPT-4 and GPT-3.5", () => {
    for (const [name, share] of [
      ["gpt-4, samples", 0.58],
      ["gpt-3.5-turbo-0125, samples", 0.56],
    ] as const) {
      const own = recordedEvidence(models.get(name)!, truth, () => true);
      const found = contradiction(own.conditional, own.marginal, own.keys);
      expect(found).toBeCloseTo(share, 2);
    }
  });
});
