import { describe, expect, test } from "vitest";
import { spearman } from "../correlation/correlation.ts";
import { logProbability, pmi } from "../information/pmi.ts";
import { blindToX } from "./blind-controls.ts";
import { countsInContext } from "./counts-in-context.ts";
import { impliedInContext } from "./implied-in-context.ts";
import {
  isRecordedThere,
  recordedModels,
  recordedPeople,
  recordedRows,
  type RecordedPairs,
} from "./recorded.test.support.ts";

/**
 * ρ of P̂(y | x), of P̂(y), and of PMI with own, counted and implied base rate, as the folder's
 * README has them. Empty replies count as P = 0 there, which tests the arithmetic and judges no
 * model: the record leaves them out.
 */
const readme: Readonly<Record<string, readonly number[]>> = {
  "gpt-4, verbal": [0.7447, 0.7513, 0.3169, 0.305, 0.4451],
  "anthropic_opus, verbal": [0.5457, 0.2628, 0.1244, 0.2208, 0.2427],
  "anthropic_haiku, verbal": [0.6381, 0.6788, 0.255, 0.283, 0.3279],
  "llama3-70b, verbal": [0.6262, 0.644, 0.2959, 0.2154, 0.426],
  "gpt-3.5-turbo-0125, verbal": [0.4131, 0.4563, 0.1094, 0.1198, 0.153],
  "gpt-4, samples": [0.6397, 0.5274, 0.1978, 0.2166, 0.2715],
  "anthropic_opus, samples": [0.7327, 0.7674, 0.2854, 0.2885, 0.383],
  "anthropic_haiku, samples": [0.5458, 0.4622, 0.2266, 0.2407, 0.2956],
  "llama3-70b, samples": [0.5909, 0.5791, 0.2385, 0.2489, 0.3658],
  "gpt-3.5-turbo-0125, samples": [0.3174, 0.3541, 0.014, 0.0535, 0.0377],
  "gpt-4, logprobs": [0.6782, 0.6172, 0.2876, 0.2652, 0.417],
  "llama3-70b, logprobs": [0.5584, 0.5838, 0.1786, 0.1638, 0.2967],
  "gpt-3.5-turbo-0125, logprobs": [0.3327, 0.3251, 0.0139, 0.0869, 0.0966],
};

/**
 * The last three in exact fractions, equal PMI being ties, as `fixtures/recorded.py` prints them.
 */
const exact: Readonly<Record<string, readonly number[]>> = {
  "gpt-4, verbal": [0.3165, 0.305, 0.4449],
  "anthropic_opus, verbal": [0.1245, 0.2208, 0.2428],
  "anthropic_haiku, verbal": [0.2551, 0.283, 0.3279],
  "llama3-70b, verbal": [0.2962, 0.2154, 0.4258],
  "gpt-3.5-turbo-0125, verbal": [0.1094, 0.1198, 0.1531],
  "gpt-4, samples": [0.1977, 0.2166, 0.2715],
  "anthropic_opus, samples": [0.2854, 0.2885, 0.3828],
  "anthropic_haiku, samples": [0.2266, 0.2407, 0.2957],
  "llama3-70b, samples": [0.2386, 0.2489, 0.3664],
  "gpt-3.5-turbo-0125, samples": [0.014, 0.0535, 0.0377],
  "gpt-4, logprobs": [0.2876, 0.2652, 0.417],
  "llama3-70b, logprobs": [0.1786, 0.1638, 0.2989],
  "gpt-3.5-turbo-0125, logprobs": [0.0139, 0.0869, 0.0966],
};

const rounded = (rho: number): number => Math.round(1e4 * rho) / 1e4;

describe.runIf(isRecordedThere)("recorded replies of large models on survey answers", () => {
  const people = isRecordedThere ? recordedPeople() : { keys: { x: [], labels: [] }, counts: [] };
  const models = isRecordedThere ? recordedModels() : new Map<string, RecordedPairs>();
  const truth = countsInContext(people.keys, people.counts);
  const peopleOf = (own: RecordedPairs, column: Float64Array) =>
    Float64Array.from(own.people, (row) => column[row]!);

  /** With each base rate: own, counted, implied. */
  function rhosOf(own: RecordedPairs, of: (conditional: number, marginal: number) => number) {
    const marginals = [
      own.baseRate,
      peopleOf(own, truth.marginal),
      impliedInContext(own.mass, own.keys),
    ];
    const actual = peopleOf(own, truth.pmi);
    return marginals.map((marginal) =>
      spearman(
        own.mass.map((mass, i) => of(mass, marginal[i]!)),
        actual,
      ),
    );
  }

  test("are there of 13 models and ways", () => {
    expect([...models.keys()].toSorted()).toEqual(Object.keys(readme).toSorted());
  });

  test.each(Object.keys(readme))(
    "have the figures of exact fractions, to four digits: %s",
    (name) => {
      const own = models.get(name)!;
      expect(rhosOf(own, pmi).map(rounded)).toEqual(exact[name]);
      expect(rounded(spearman(own.mass, peopleOf(own, truth.conditional)))).toBe(readme[name]![0]);
      expect(rounded(spearman(own.baseRate, peopleOf(own, truth.marginal)))).toBe(readme[name]![1]);
    },
  );

  test.each(Object.keys(readme))(
    "have the README's figures where rounding breaks ties as there: %s",
    (name) => {
      // Differences of rounded logarithms: how ties fall apart is up to the last digit of a
      // machine's logarithms.
      const found = rhosOf(models.get(name)!, (p, q) => logProbability(p) - logProbability(q));
      for (const [i, rho] of found.entries()) {
        expect(Math.abs(rho - readme[name]![2 + i]!)).toBeLessThan(0.0005);
      }
    },
  );

  test("are ranked by base rates alone with .0080, and on Llama 3's pairs with .0021", () => {
    const alone = (name: string) => {
      const own = models.get(name)!;
      const control = blindToX(peopleOf(own, truth.marginal), "pmi");
      return rounded(spearman(control, peopleOf(own, truth.pmi)));
    };
    expect(alone("gpt-4, verbal")).toBe(0.008);
    expect(alone("llama3-70b, verbal")).toBe(0.0021);
  });
});

/** ρ of P̂(y | x), and of PMI with the counted and with the implied base rate. */
const nouns: Readonly<Record<string, readonly number[]>> = {
  "gpt-4o": [0.792, 0.6932, 0.6985],
  "llama-3.1-70b": [0.6997, 0.5952, 0.5954],
  "llama-3.1-8b": [0.0678, 0.0424, 0.1035],
};

describe.runIf(isRecordedThere)("recorded samples of which gender a noun brings to mind", () => {
  test.each(Object.keys(nouns))(
    "have the README's figures with one context for all: %s",
    (model) => {
      const rows = recordedRows("nouns").filter((row) => row["model"] === model);
      const keys = { x: rows.map(({ noun }) => noun!), labels: rows.map(({ gender }) => gender!) };
      const mass = Float64Array.from(rows, ({ samples, of }) => Number(samples) / Number(of));
      const truth = countsInContext(
        keys,
        rows.map(({ people }) => Number(people)),
      );
      const implied = impliedInContext(mass, keys);
      // What nobody answered has no PMI.
      const answered = [...mass.keys()].filter((row) => truth.people.pair[row]! > 0);
      const at = (of: (row: number) => number) => answered.map(of);
      const actual = at((row) => truth.pmi[row]!);
      const found = [
        spearman(
          at((row) => mass[row]!),
          at((row) => truth.conditional[row]!),
        ),
        spearman(
          at((row) => pmi(mass[row]!, truth.marginal[row]!)),
          actual,
        ),
        spearman(
          at((row) => pmi(mass[row]!, implied[row]!)),
          actual,
        ),
      ];
      expect(answered).toHaveLength(304);
      expect(found.map(rounded)).toEqual(nouns[model]);
    },
  );
});
