import { random } from "../sampling/random.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frameOfPairs, type KnownPair, scoresOf } from "./frame-of-pairs.test.support.ts";
import { pairsAt } from "../frame/frame.ts";
import { spearman } from "../correlation/correlation.ts";
import { noCorrelation } from "./correlation-with-people.ts";
import { scorecard } from "./scorecard.ts";

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
      own.map((conditional, y): KnownPair => {
        const marginal = groups.reduce((sum, other) => sum + other[y]!, 0) / 3;
        const estimate = said(conditional, y, group);
        const given = { question: `q${question}` };
        return {
          estimate: { conditional: estimate, marginal, pmi: Math.log(estimate / marginal) },
          truth: { conditional, marginal, pmi: Math.log(conditional / marginal) },
          keys: { context: given, x: `${question} ${group}`, y: `${y}` },
        };
      }),
    );
  }).flat();
}

/** Texts with one or two of 24 labels, which five people gave, and what is said of P(y|x). */
function texts(count: number, said: (truth: number, labels: number) => number): KnownPair[] {
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
      keys: { x: `${x}`, y: `${y}` },
    };
  });
}

describe("scores of texts, which repeat little", () => {
  it("find nothing above chance in who says 1/n, n labels of the text, however high its ρ", () => {
    const blind = scoresOf(texts(200, (_, labels) => 1 / labels))!;
    expect(blind.beyond.interval.low).toBeGreaterThan(0.3);
    expect(blind.gate).toMatchObject({ by: "levels", aboveChance: false });
    const truthful = scoresOf(texts(200, (truth) => truth))!;
    expect(truthful.gate).toMatchObject({ by: "levels", aboveChance: true });
  });

  it("say where nothing detects who ignores y", () => {
    const pairs = texts(200, (truth) => truth).filter(
      ({ keys }, i, all) => keys!.x !== all[i - 1]?.keys!.x,
    );
    expect(scoresOf(pairs)!.gate!.by).toBe("label");
  });
});

describe("scores of few pairs or units", () => {
  const pairs = survey(10, (truth) => truth);

  it("have neither an error nor an interval for fewer than five pairs", () => {
    for (const few of [3, 4]) {
      const found = scoresOf(pairs.slice(0, few))!;
      expect([found.rhoError, found.interval.low, found.interval.high]).toEqual([NaN, NaN, NaN]);
      expect(found.gate!.aboveChance).toBe(false);
    }
    expect(scoresOf(texts(9, (truth) => truth ** 0.5).slice(0, 5))!.rhoError).not.toBeNaN();
  });
});

describe("scores of pairs whose context and x repeat", () => {
  it("resample the coarsest that repeats, and say which", () => {
    const found = scoresOf(survey(20, (truth) => truth ** 0.5))!;
    expect(found.unit).toEqual({ name: "context", count: 20, effective: 20, isFew: false });
    const one = survey(20, (truth) => truth ** 0.5).map(({ keys, ...pair }) => ({
      ...pair,
      keys: { x: keys!.x, y: keys!.y },
    }));
    expect(scoresOf(one)!.unit).toEqual({ name: "x", count: 60, effective: 60, isFew: false });
    expect(scoresOf(one.map(({ estimate, truth }) => ({ estimate, truth })))!.unit.name).toBe(
      "pair",
    );
    const few = scoresOf(survey(9, (truth) => truth ** 0.5))!;
    expect(few.unit).toEqual({ name: "context", count: 9, effective: 9, isFew: true });
  });

  it("resample a field of the context that is coarser, where it has units enough", () => {
    const named = survey(24, (truth) => truth ** 0.5).map((pair, i) => {
      const context = {
        question: `q${Math.floor(i / 18)}`,
        attribute: `a${Math.floor(i / 9) % 2}`,
      };
      return { ...pair, keys: { ...pair.keys!, context } };
    });
    expect(scoresOf(named)!.unit).toEqual({
      name: "question",
      count: 12,
      effective: 12,
      isFew: false,
    });
  });

  it("resample a named unit, however often it repeats, and refuse one that the frame lacks", () => {
    const frame = frameOfPairs(survey(20, (truth) => truth ** 0.5));
    const [byX] = scorecard(frame, { unit: "x" }).columns;
    expect(byX!.unit).toEqual({ name: "x", count: 60, effective: 60, isFew: false });
    expect(byX!.rho).toBe(scorecard(frame).columns[0]!.rho);
    expect(() => scorecard(frame, { unit: "question" })).toThrow(
      "the unit must be one of context, x, label and pair, not question",
    );
  });

  it("are the same in a frame whose pairs are in another order", () => {
    const frame = frameOfPairs(survey(20, (truth) => truth ** 0.5));
    const turned = pairsAt(
      frame,
      Array.from({ length: frame.pairs }, (_, i) => frame.pairs - 1 - i),
    );
    for (const unit of [undefined, "x", "label", "pair"]) {
      const [as, found] = [frame, turned].map((one) => scorecard(one, { unit, controls: true }));
      expect(found!.columns[0]!.rhoError).toBe(as!.columns[0]!.rhoError);
      expect(found!.columns[0]!.interval).toEqual(as!.columns[0]!.interval);
      expect(found!.columns[0]!.gate!.aboveChance).toBe(true);
    }
  });

  it("keep gate and differences by the coarsest unit where ρ is by pair, and say both errors", () => {
    const frame = frameOfPairs(survey(20, (truth) => truth ** 0.5));
    const [byPair, whole] = [scorecard(frame, { unit: "pair", controls: true }), scorecard(frame)];
    const [found, as] = [byPair.columns[0]!, whole.columns[0]!];
    expect(found.unit.name).toBe("pair");
    expect(found.coarsest).toEqual({ name: "context", rhoError: as.rhoError });
    expect(found.gate).toEqual(as.gate);
    expect(found.rhoError).not.toBe(as.rhoError);
    expect(found.controls!.errorByLabel).toBeGreaterThan(0);
    expect(as).not.toHaveProperty("controls");
    expect(byPair.shared([0])!.rhos).toEqual(whole.shared([0])!.rhos);
  });

  it("rank another term of a column where it says so", () => {
    const frame = frameOfPairs(survey(20, (truth) => truth ** 0.5));
    const columns = frame.columns.map((column) => ({ ...column, ranked: "marginal" as const }));
    const [found] = scorecard({ ...frame, columns }, { term: "conditional" }).columns;
    expect(found!.rho).toBe(spearman(frame.columns[0]!.marginal, frame.truth.conditional));
  });

  it("need no P(y) of people's but for the scores that rest on it", () => {
    const pairs = survey(20, (truth) => truth ** 0.8);
    const whole = scoresOf(pairs)!;
    const found = scoresOf(pairs.map((one) => ({ ...one, truth: { pmi: one.truth.pmi } })))!;
    expect(found).toMatchObject({ rho: whole.rho, gate: whole.gate, beyond: noCorrelation });
    expect(found.blind).toEqual({ toY: whole.blind.toY });
    const alone = pairs.map(({ estimate, truth: { pmi } }) => ({ estimate, truth: { pmi } }));
    expect(scoresOf(alone)!.gate).toBeUndefined();
  });

  it("are above chance, centred by both, of who looks at both alone", () => {
    const both = scoresOf(survey(20, (truth) => truth ** 0.8))!;
    expect(both.centred!.rho).toBeGreaterThan(0.9);
    expect(both.gate).toMatchObject({ by: "centred", aboveChance: true });
    const blind = scoresOf(survey(20, (_, y) => [0.5, 0.3, 0.2][y]!))!;
    expect(blind.gate).toMatchObject({ by: "centred", aboveChance: false });
    expect(both.blind).toEqual({ toX: expect.any(Number), toY: expect.any(Number) });
  });

  it("have ρ of each term beside that of PMI", () => {
    const { terms } = scoresOf(survey(10, (truth) => truth ** 2))!;
    expect(terms).toEqual({ conditional: expect.closeTo(1, 9), marginal: expect.closeTo(1, 9) });
  });

  it("count a pair once, however many rows and people have it, and say what people make of it", () => {
    const once = survey(20, (truth, y) => truth ** 0.5 * (1 + y / 9));
    const plain = scoresOf(once)!;
    const rows = once.flatMap((pair, i) =>
      Array.from({ length: 1 + (i % 3) }, () => ({ ...pair, people: 1 + (i % 3) })),
    );
    const { byPeople, ...repeated } = scoresOf(rows.toReversed())!;
    expect(repeated).toEqual({ ...plain, rows: rows.length });
    expect(byPeople).not.toBe(plain.rho);
    expect(scoresOf(once.map((pair) => ({ ...pair, people: 4 })))).toEqual(plain);
  });
});

it("scores say where each context has one x, whose PMI is 0 by definition", () => {
  const pairs = survey(12, (truth) => truth);
  const alone = pairs.flatMap((pair) =>
    pair.keys!.x.endsWith(" 0") ? { ...pair, truth: { ...pair.truth, pmi: 0 } } : [],
  );
  expect(scoresOf(alone)!.isAlone).toBe(true);
  expect(scoresOf(pairs)).not.toHaveProperty("isAlone");
});

const MARGINAL = 0.1;

/** An estimated and a true P(y|x) over one base rate. */
function pair(conditional: number, truth: number): KnownPair {
  const pmi = (p: number): number => Math.log(p) - Math.log(MARGINAL);
  return {
    estimate: { conditional, marginal: MARGINAL, pmi: pmi(conditional) },
    truth: { conditional: truth, marginal: MARGINAL, pmi: pmi(truth) },
  };
}

const rhoOf = (pairs: readonly KnownPair[]): number | undefined => scoresOf(pairs)?.rho;

describe("scores", () => {
  it("have ρ 1 where the order is people's, −1 where it is the reverse", () => {
    const truth = [0.1, 0.3, 0.2, 0.4];
    expect(rhoOf(truth.map((p) => pair(p ** 3, p)))).toBeCloseTo(1, 12);
    expect(rhoOf(truth.map((p) => pair(0.5 - p, p)))).toBeCloseTo(-1, 12);
  });

  it("give tied estimates the mean of their ranks", () => {
    // Ranks 1.5, 1.5, 3 against 1, 2, 3: Σab = 1.5, Σa² = 1.5, Σb² = 2.
    expect(rhoOf([pair(0.2, 0.1), pair(0.2, 0.2), pair(0.4, 0.3)])).toBeCloseTo(
      1.5 / Math.sqrt(3),
      12,
    );
  });

  it("have no ρ where all estimates are the same", () => {
    expect(rhoOf([0.1, 0.2, 0.3].map((truth) => pair(0.2, truth)))).toBeNaN();
  });

  it("take the slope of true on estimated log P(y|x): one half where estimates are squares", () => {
    const found = scoresOf([0.1, 0.2, 0.5, 0.9].map((p) => pair(p ** 2, p)));
    expect(found?.slope).toBeCloseTo(0.5, 12);
  });

  it("take the calibration error by bins a tenth wide, in which errors cancel, beside the mean absolute error", () => {
    const pairs = [pair(0.15, 0.25), pair(0.15, 0.05), pair(0.85, 0.95)];
    expect(scoresOf(pairs)).toMatchObject({
      calibrationError: expect.closeTo(0.1 / 3, 12),
      absoluteError: expect.closeTo(0.1, 12),
    });
    expect(
      scoresOf([pair(0.15, 0.15), pair(0.25, 0.25), pair(0.9, 0.9)])?.calibrationError,
    ).toBeCloseTo(0, 12);
  });

  it("say of how many pairs they are, and are none of fewer than three", () => {
    expect(scoresOf([0.1, 0.2, 0.3, 0.4].map((p) => pair(p, p)))?.pairs).toBe(4);
    const two = [pair(0.1, 0.2), pair(0.2, 0.1)];
    expect(scoresOf(two)).toBeUndefined();
    expect(scoresOf([])).toBeUndefined();
  });

  it("say nothing of calibration where a method gives PMI alone", () => {
    const direct = [0.1, 0.2, 0.3].map((p): KnownPair => ({
      ...pair(p, p),
      estimate: { pmi: p },
    }));
    const found = scoresOf(direct);
    expect(found?.pairs).toBe(3);
    for (const absent of ["slope", "calibrationError", "absoluteError", "distances"]) {
      expect(found).not.toHaveProperty(absent);
    }
  });

  it("stand an estimated P(y|x) of zero, and have the same standard error for the same pairs", () => {
    const probability = fc.double({ min: 1e-3, max: 1, noNaN: true });
    const some = fc.array(fc.tuple(fc.oneof(fc.constant(0), probability), probability), {
      minLength: 3,
      maxLength: 12,
    });
    fc.assert(
      fc.property(some, (all) => {
        const pairs = all.map(([p, truth]) => ({
          ...pair(p || 1e-6, truth),
          estimate: { conditional: p, pmi: Math.log((p || 1e-6) / MARGINAL) },
        }));
        const found = scoresOf(pairs);
        expect(found).toEqual(scoresOf(pairs));
        expect(found?.calibrationError).toBeLessThanOrEqual(1);
        expect(Math.abs(found?.rho ?? 2) > 1 + 1e-9).toBe(false);
      }),
      { numRuns: 30 },
    );
  });
});
