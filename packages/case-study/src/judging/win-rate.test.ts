import type { Outcome } from "@promptnce/core";
import { bootstrap, standardError } from "@promptnce/core/resampling";
import { expect, test } from "vitest";
import { type Comparison, comparisons } from "./comparisons.ts";
import { judge, type Judgement, type Verdict } from "./judge.ts";
import type { Variant } from "./label-space.ts";
import { syntheticClass } from "../world/synthetic-class.ts";
import { resampledWinRate, winRate } from "./win-rate.ts";

/** One student's comparisons a row; `undefined` is one without a verdict. */
function rows(...verdicts: readonly (readonly (Verdict | undefined)[])[]): Judgement[] {
  return verdicts.flatMap((row, student) =>
    row.map((verdict): Judgement => {
      const comparison = { student: `student ${student}` } as Comparison;
      return verdict === undefined ? { comparison } : { comparison, verdict };
    }),
  );
}

/** The exact bootstrap deviation of four students: all 4⁴ resamples, each equally likely. */
function exactError(judged: readonly Judgement[]): number {
  const statistic = resampledWinRate(judged);
  const rates: number[] = [];
  for (let resample = 0; resample < 256; resample++) {
    const counts = new Uint32Array(4);
    for (let draw = 0; draw < 4; draw++) {
      counts[(resample >> (2 * draw)) & 3]!++;
    }
    rates.push(statistic(counts));
  }
  const mean = rates.reduce((a, b) => a + b) / 256;
  return Math.sqrt(rates.reduce((sum, rate) => sum + (rate - mean) ** 2, 0) / 256);
}

test("a tie counts one half, and a comparison without a verdict not at all", () => {
  const judged = rows([1, 1, undefined], [0.5], [0]);
  expect(winRate(judged, { seed: 1 })).toMatchObject({
    rate: 2.5 / 4,
    wins: 2,
    ties: 1,
    losses: 1,
    absent: 1,
  });
});

test("a student drawn twice brings her comparisons twice, one drawn never none", () => {
  const judged = rows([1, 1, 1, 1], [0], [1, 0.5], [0, 0, 1]);
  const statistic = resampledWinRate(judged);
  expect(statistic(Uint32Array.of(1, 1, 1, 1))).toBe(winRate(judged, { seed: 1 }).rate);
  expect(statistic(Uint32Array.of(2, 0, 1, 1))).toBe((8 + 1.5 + 1) / (8 + 2 + 3));
});

// scipy.stats.binomtest(20, 20).proportion_ci(.95) and those of 0 of 20 and 0 of 2
test.each([
  [1, 20, 0.831567, 1],
  [0, 20, 0, 0.168433],
  [0, 2, 0, 0.841886],
] as const)(
  "where all agree on %d, the interval of %d students is exact",
  (verdict, n, low, high) => {
    const all = rows(...Array.from({ length: n }, () => [verdict, verdict]));
    const { interval } = winRate(all, { seed: 1 });
    expect(interval.low).toBeCloseTo(low, 6);
    expect(interval.high).toBeCloseTo(high, 6);
  },
);

test("the standard error is that of all resamples of students, unequal ones included", () => {
  const judged = rows([1, 1, 1, 1], [0], [1, 0.5], [0, 0, 1]);
  const { standardError: found } = winRate(judged, { seed: 1, replicates: 40_000 });
  expect(found / exactError(judged)).toBeCloseTo(1, 1.7);
});

test("comparisons of one student that agree make the error that of students, not comparisons", () => {
  const one = rows([1], [1], [0], [1]);
  const nine = rows(...[1, 1, 0, 1].map((v) => Array.from({ length: 9 }, () => v as Verdict)));
  const options = { seed: 1 };
  expect(winRate(nine, options).standardError).toBeCloseTo(winRate(one, options).standardError, 12);
});

test("the same seed gives the same error, whatever order a student's comparisons are in", () => {
  const a = winRate(rows([1, 0, 0.5], [0, 1], [1]), { seed: "s" });
  expect(winRate(rows([1, 0, 0.5], [0, 1], [1]), { seed: "s" })).toEqual(a);
  expect(winRate(rows([0.5, 1, 0], [1, 0], [1]), { seed: "s" })).toEqual(a);
  expect(winRate(rows([1, 0, 0.5], [0, 1], [1]), { seed: "t" }).standardError).not.toBe(
    a.standardError,
  );
});

test("swapping wins and losses gives one minus the rate and the same error", () => {
  const judged = rows([1, 0.5], [1], [0, 1, 1]);
  const swapped = rows([0, 0.5], [0], [1, 0, 0]);
  const [a, b] = [winRate(judged, { seed: 1 }), winRate(swapped, { seed: 1 })];
  expect(b.rate).toBeCloseTo(1 - a.rate, 14);
  expect(b.standardError).toBeCloseTo(a.standardError, 12);
});

test("with nothing scored there is no rate, and with one student scored no error", () => {
  expect(winRate([], { seed: 1 })).toMatchObject({ rate: Number.NaN, standardError: Number.NaN });
  expect(winRate(rows([undefined]), { seed: 1 })).toMatchObject({ rate: Number.NaN, absent: 1 });
  const single = winRate(rows([1, 0], [undefined]), { seed: 1 });
  expect(single).toMatchObject({ rate: 0.5, standardError: Number.NaN });
});

test("two methods on shared resamples have a paired difference, zero of a method with itself", () => {
  const a = resampledWinRate(rows([1, 0], [1], [0, 0.5]));
  const b = resampledWinRate(rows([1, 0], [0], [0, 0.5]));
  const [first, again, other] = bootstrap([a, a, b], 3, { seed: 1 });
  expect(first!.map((rate, i) => rate - again![i]!).every((difference) => difference === 0)).toBe(
    true,
  );
  expect(standardError(first!.map((rate, i) => rate - other![i]!))).toBeGreaterThan(0);
});

test("on the synthetic class an ideal respondent prefers the expert, and more so in the window", () => {
  const { students, conditional } = syntheticClass();
  const rate = (variant: Variant, blind: boolean): ReturnType<typeof winRate> => {
    const list = comparisons(students, { variant, seed: 1 }).comparisons;
    const outcomes = list
      .flatMap(({ trials }) => [...trials.values()])
      .map((trial): Outcome => {
        const x = blind ? { summary: "" } : trial.x;
        return { trial, estimate: { conditional: conditional(x, trial.y) }, status: "ok" };
      });
    return winRate(judge(list, outcomes, ["expert", "generic"]), { seed: 1 });
  };
  const [window, later] = [rate("compression", false), rate("future", false)];
  expect(later.rate).toBeGreaterThan(0.5 + 4 * later.standardError);
  expect(window.rate).toBeGreaterThan(later.rate);
  expect(rate("future", true)).toMatchObject({ rate: 0.5, standardError: 0, wins: 0, losses: 0 });
});
