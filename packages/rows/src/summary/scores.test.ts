import { random } from "@promptnce/core/sampling";
import { describe, expect, it } from "vitest";
import { gateVerdict } from "./gate-verdict.ts";
import { scores } from "./scores.ts";
import type { PairWithTruth } from "./pair-with-truth.ts";

/**
 * Of so many questions, three groups and three answers each, with what a respondent says of P(y|x).
 */
function survey(questions: number, said: (truth: number, label: number, group: number) => number) {
  const shares = (question: number, group: number): number[] => {
    const masses = [0, 1, 2].map((y) => 1 + ((question * 7 + group * 5 + y * 3) % 11));
    const sum = masses.reduce((a, b) => a + b, 0);
    return masses.map((mass) => mass / sum);
  };
  return Array.from({ length: questions }, (_, question) => {
    const groups = [0, 1, 2].map((group) => shares(question, group));
    return groups.flatMap((own, group) =>
      own.map((conditional, y): PairWithTruth => {
        const marginal = groups.reduce((sum, other) => sum + other[y]!, 0) / 3;
        const estimate = said(conditional, y, group);
        const given = { question: `q${question}` };
        return {
          estimate: { conditional: estimate, marginal, pmi: Math.log(estimate / marginal) },
          truth: { conditional, marginal, pmi: Math.log(conditional / marginal) },
          keys: { context: given.question, given, x: `${question} ${group}`, y: `${y}` },
        };
      }),
    );
  }).flat();
}

/** Texts with one or two of 24 labels, which five people gave, and what is said of P(y|x). */
function texts(count: number, said: (truth: number, labels: number) => number): PairWithTruth[] {
  const source = random("texts");
  const rows = Array.from({ length: count }, (_, x) => {
    const shares = [[1], [1], [1], [0.8, 0.2], [0.6, 0.4]][source.below(5)]!;
    const first = source.below(24);
    return shares.map((share, i) => ({
      x,
      y: (first + i * (1 + source.below(7))) % 24,
      share,
      n: shares.length,
    }));
  }).flat();
  const rateOf = (label: number): number =>
    rows.reduce((sum, { y, share }) => sum + (y === label ? share : 0), 0) / count;
  return rows.map(({ x, y, share, n }) => {
    const [marginal, conditional] = [rateOf(y), said(share, n)];
    return {
      estimate: { conditional, marginal, pmi: Math.log(conditional / marginal) },
      truth: { conditional: share, marginal, pmi: Math.log(share / marginal) },
      keys: { context: "", x: `${x}`, y: `${y}` },
    };
  });
}

describe("scores of texts, which repeat little", () => {
  it("find nothing above chance in who says 1/n, n labels of the text, however high its ρ", () => {
    const blind = scores(texts(200, (_, labels) => 1 / labels))!;
    expect(blind.beyond.interval.low).toBeGreaterThan(0.3);
    expect(blind.gate).toEqual({ by: "levels", aboveChance: false });
    expect(gateVerdict(blind)!.usesBoth).toBe("not shown");
    const truthful = scores(texts(200, (truth) => truth))!;
    expect(gateVerdict(truthful)).toEqual({ usesBoth: "shown", text: "shown" });
  });

  it("say where nothing detects who ignores y", () => {
    const pairs = texts(200, (truth) => truth).filter(
      ({ keys }, i, all) => keys!.x !== all[i - 1]?.keys!.x,
    );
    expect(gateVerdict(scores(pairs)!)!.usesBoth).toBe("unknown");
  });
});

describe("scores of few pairs or units", () => {
  const pairs = survey(10, (truth) => truth);

  it("have neither an error nor an interval for fewer than five pairs", () => {
    for (const few of [3, 4]) {
      const found = scores(pairs.slice(0, few))!;
      expect([found.rhoError, found.interval.low, found.interval.high]).toEqual([NaN, NaN, NaN]);
      expect(found.gate!.aboveChance).toBe(false);
    }
    expect(scores(texts(9, (truth) => truth ** 0.5).slice(0, 5))!.rhoError).not.toBeNaN();
  });

  it("count contexts by their weight: where one has nearly all, nothing shows how they vary", () => {
    const said = survey(30, (truth, y) => truth ** 0.5 * (1 + y / 9));
    const weigh = (weight: number) =>
      scores(said.map((pair, i) => ({ ...pair, ...(i < 9 && { weight }) })))!;
    // 29 contexts of 9 and one of 9 × 938, 97 % of the whole.
    const { unit, rhoError, interval } = weigh(938);
    expect(unit).toMatchObject({
      count: 30,
      effective: expect.closeTo(967 ** 2 / (938 ** 2 + 29)),
      isFew: true,
    });
    expect([rhoError, interval.low]).toEqual([NaN, NaN]);
    expect(weigh(10).unit).toMatchObject({
      effective: expect.closeTo(39 ** 2 / 129),
      isFew: false,
    });
  });
});

it("scores of single pairs count these by their weight too", () => {
  const single = survey(4, (truth) => truth ** 0.5).map(({ estimate, truth }, i): PairWithTruth => {
    const pmi = estimate.pmi + Math.sin(9 * i);
    return { estimate: { ...estimate, pmi }, truth, ...(i === 0 && { weight: 1000 }) };
  });
  const { unit, rhoError } = scores(single)!;
  expect(unit).toMatchObject({ name: "pair", effective: expect.closeTo(1.07, 2), isFew: true });
  expect(rhoError).toBeNaN();
});

describe("scores of pairs whose context and x repeat", () => {
  it("resample the coarsest that repeats, and say which", () => {
    const found = scores(survey(20, (truth) => truth ** 0.5))!;
    expect(found.unit).toEqual({ name: "context", count: 20, effective: 20, isFew: false });
    const one = survey(20, (truth) => truth ** 0.5).map(({ keys, ...pair }) => ({
      ...pair,
      keys: { context: "", x: keys!.x, y: keys!.y },
    }));
    expect(scores(one)!.unit).toEqual({ name: "x", count: 60, effective: 60, isFew: false });
    expect(scores(one.map(({ estimate, truth }) => ({ estimate, truth })))!.unit.name).toBe("pair");
    const few = scores(survey(9, (truth) => truth ** 0.5))!;
    expect(few.unit).toEqual({ name: "context", count: 9, effective: 9, isFew: true });
  });

  it("resample a field of the context that is coarser, where it has units enough", () => {
    const named = survey(24, (truth) => truth ** 0.5).map((pair, i) => {
      const given = { question: `q${Math.floor(i / 18)}`, attribute: `a${Math.floor(i / 9) % 2}` };
      return { ...pair, keys: { ...pair.keys!, given } };
    });
    expect(scores(named)!.unit).toEqual({
      name: "question",
      count: 12,
      effective: 12,
      isFew: false,
    });
  });

  it("are above chance, centred by both, of who looks at both alone", () => {
    const both = scores(survey(20, (truth) => truth ** 0.8))!;
    expect(both.centred!.rho).toBeGreaterThan(0.9);
    expect(both.gate).toEqual({ by: "centred", aboveChance: true });
    const blind = scores(survey(20, (_, y) => [0.5, 0.3, 0.2][y]!))!;
    expect(blind.gate).toEqual({ by: "centred", aboveChance: false });
    expect(both.blind).toEqual({ toX: expect.any(Number), toY: expect.any(Number) });
  });

  it("have ρ of each term beside that of PMI", () => {
    const { terms } = scores(survey(10, (truth) => truth ** 2))!;
    expect(terms).toEqual({ conditional: expect.closeTo(1, 9), marginal: expect.closeTo(1, 9) });
  });

  it("count each pair by the weight of its row, as if it stood as often", () => {
    const weight = (i: number) => 1 + (i % 3);
    const once = survey(20, (truth, y) => truth ** 0.5 * (1 + y / 9));
    const weighted = scores(once.map((pair, i) => ({ ...pair, weight: weight(i) })))!;
    const repeated = scores(
      once.flatMap((pair, i) => Array.from({ length: weight(i) }, () => pair)),
    )!;
    const values = (found: typeof weighted) => [
      found.rho,
      found.beyond.rho,
      found.centred!.rho,
      found.blind.toX,
      found.blind.toY,
      found.terms.conditional,
      found.slope,
      found.calibrationError,
      found.absoluteError,
    ];
    expect(values(weighted)).toEqual(values(repeated).map((value) => expect.closeTo(value!, 8)));
    // Questions are resampled whole, however many rows they have.
    expect(weighted.rhoError / repeated.rhoError).toBeCloseTo(1, 6);
    expect(weighted.effectivePairs).toBeCloseTo((180 * 4) / (14 / 3), 6);
  });

  it("have wider intervals the more weights differ, and the same where all are equal", () => {
    const once = survey(20, (truth) => truth ** 0.5).map(
      ({ estimate, truth }, i): PairWithTruth => {
        return { estimate: { ...estimate, pmi: estimate.pmi + Math.sin(9 * i) }, truth };
      },
    );
    const [plain, equal, uneven] = [
      () => undefined,
      () => 4,
      (i: number) => (i % 10 === 0 ? 30 : 1),
    ].map((weightOf) =>
      scores(
        once.map((pair, i) => {
          const weight = weightOf(i);
          return { ...pair, ...(weight !== undefined && { weight }) };
        }),
      )!,
    );
    expect(equal).toEqual(plain);
    expect(uneven!.rhoError).toBeGreaterThan(1.5 * plain!.rhoError);
  });
});

it("scores say where each context has one x, whose PMI is 0 by definition", () => {
  const pairs = survey(12, (truth) => truth);
  const alone = pairs.flatMap((pair) =>
    pair.keys!.x.endsWith(" 0") ? { ...pair, truth: { ...pair.truth, pmi: 0 } } : [],
  );
  expect(scores(alone)!.isAlone).toBe(true);
  expect(scores(pairs)).not.toHaveProperty("isAlone");
});
