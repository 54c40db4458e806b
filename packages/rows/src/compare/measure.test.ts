import { normal, random } from "@promptnce/core/sampling";
import { expect, it } from "vitest";
import { measures } from "./measure.ts";
import type { SharedPair } from "./pair-up.ts";

/** Pairs whose estimates err by these standard deviations, `perInput` of each x. */
function pairs(count: number, errors: { a: number; b: number }, perInput = 1): SharedPair[] {
  const source = random("pairs");
  return Array.from({ length: count }, (_, i) => {
    const truth = normal(source);
    const [a, b] = [truth + errors.a * normal(source), truth + errors.b * normal(source)];
    return { input: `x${Math.floor(i / perInput)}`, a, b, truth, sameScale: true };
  });
}

it("finds the better of two runs, whose interval then leaves zero out", () => {
  const [rho, error] = measures(pairs(300, { a: 0.2, b: 1 }));
  expect(rho).toMatchObject({ name: "rho", pairs: 300, inputs: 300 });
  expect(rho!.a! - rho!.b!).toBe(rho!.value);
  expect(rho!.low).toBeGreaterThan(0);
  expect(rho!.p).toBeLessThan(0.01);
  expect(error!.name).toBe("error");
  expect(error!.a).toBeCloseTo(0.2 * Math.sqrt(2 / Math.PI), 1); // of a normal error
  expect(error!.high).toBeLessThan(0);
});

it("has an interval of each run's ρ, which leaves zero out where the run ranks as people do", () => {
  const blind = pairs(300, { a: 0.2, b: 1 }).map((pair, i) => ({ ...pair, b: (i * 7919) % 300 }));
  const [rho, error] = measures(blind);
  expect(rho!.intervalA!.low).toBeGreaterThan(0.9);
  expect(rho!.intervalB!.low).toBeLessThan(0);
  expect(error).not.toHaveProperty("intervalA");
});

it("finds no difference between runs that err alike", () => {
  for (const { low, high } of measures(pairs(300, { a: 0.5, b: 0.5 }))) {
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(0);
  }
});

it("draws the pairs of one x together, so that doubled pairs make no tighter interval", () => {
  const once = pairs(60, { a: 0.2, b: 1 });
  const [single] = measures(once);
  const doubled = once.flatMap((pair) => [pair, pair]);
  const [together] = measures(doubled);
  const [apart] = measures(doubled.map((pair, i) => ({ ...pair, input: String(i) })));
  const width = (measure = single): number => measure!.high - measure!.low;
  expect(width(together)).toBeCloseTo(width(single), 1);
  expect(width(apart)).toBeLessThan(0.85 * width(together)); // in truth 1/√2
});

it("gives no error where a run's estimates are in the truth's order only", () => {
  const ordered = pairs(20, { a: 1, b: 1 }).map((pair) => ({ ...pair, sameScale: false }));
  expect(measures(ordered).map(({ name }) => name)).toEqual(["rho"]);
});

it("compares runs with each other where nobody was counted", () => {
  const shifted = [1, 2, 3, 4].map((a, i) => ({
    input: `x${i}`,
    a,
    b: a - 0.5,
    truth: undefined,
    sameScale: true,
  }));
  const [agreement, shift] = measures(shifted);
  expect(agreement).toMatchObject({ name: "agreement", value: 1 });
  expect(shift).toMatchObject({ name: "shift", value: 0.5, a: 2.5, b: 2 });
  expect(shift!.low).toBeCloseTo(0.5, 12);
  expect(shift!.high).toBeCloseTo(0.5, 12);
});

it("has no interval for one x, and no measure for two pairs", () => {
  const [rho] = measures(pairs(5, { a: 1, b: 1 }, 5));
  expect(rho!.value).not.toBeNaN();
  expect([rho!.low, rho!.high, rho!.p]).toEqual([NaN, NaN, NaN]);
  expect(measures(pairs(2, { a: 1, b: 1 }))).toEqual([]);
});

it("counts pairs by the weights of their rows, with and without people's numbers", () => {
  const once = pairs(40, { a: 0.5, b: 0.8 });
  const weight = (i: number) => 1 + (i % 4);
  for (const known of [once, once.map((pair) => ({ ...pair, truth: undefined }))]) {
    const weighted = measures(known.map((pair, i) => ({ ...pair, weight: weight(i) })));
    const often = known.flatMap((pair, i) => Array.from({ length: weight(i) }, () => pair));
    const repeated = measures(often);
    for (const [i, { value, low, high }] of weighted.entries()) {
      expect(value).toBeCloseTo(repeated[i]!.value, 10);
      // Inputs are resampled whole, however many rows they have.
      expect(low).toBeCloseTo(repeated[i]!.low, 10);
      expect(high).toBeCloseTo(repeated[i]!.high, 10);
    }
    expect(measures(known.map((pair) => ({ ...pair, weight: 3 })))).toEqual(measures(known));
  }
});
