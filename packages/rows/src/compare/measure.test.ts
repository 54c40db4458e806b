import { frameBuilder } from "@promptnce/core/frame";
import { normal, random } from "@promptnce/core/sampling";
import { expect, it } from "vitest";
import { measures } from "./measure.ts";

interface Pair {
  readonly input: string;
  readonly a: number;
  readonly b: number;
  readonly truth?: number | undefined;
}

/** Pairs whose estimates err by these standard deviations, `perInput` of each x. */
function pairs(count: number, errors: { a: number; b: number }, perInput = 1): Pair[] {
  const source = random("pairs");
  return Array.from({ length: count }, (_, i) => {
    const truth = normal(source);
    const [a, b] = [truth + errors.a * normal(source), truth + errors.b * normal(source)];
    return { input: `x${Math.floor(i / perInput)}`, a, b, truth };
  });
}

function measuresOf(compared: readonly Pair[], sameScale = true) {
  const builder = frameBuilder(["A", "B"]);
  for (const [i, { input, a, b, truth }] of compared.entries()) {
    builder.add({
      x: input,
      y: `${i}`,
      truth: { pmi: truth },
      estimates: [{ pmi: a }, { pmi: b }],
    });
  }
  return measures({ frame: builder.build(), sameScale });
}

it("finds the better of two runs, whose interval then leaves zero out", () => {
  const [rho, error] = measuresOf(pairs(300, { a: 0.2, b: 1 }));
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
  const [rho, error] = measuresOf(blind);
  expect(rho!.intervalA!.low).toBeGreaterThan(0.9);
  expect(rho!.intervalB!.low).toBeLessThan(0);
  expect(error).not.toHaveProperty("intervalA");
});

it("finds no difference between runs that err alike", () => {
  for (const { low, high } of measuresOf(pairs(300, { a: 0.5, b: 0.5 }))) {
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(0);
  }
});

it("draws the pairs of one x together, so that doubled pairs make no tighter interval", () => {
  const once = pairs(60, { a: 0.2, b: 1 });
  const [single] = measuresOf(once);
  const doubled = once.flatMap((pair) => [pair, pair]);
  const [together] = measuresOf(doubled);
  const [apart] = measuresOf(doubled.map((pair, i) => ({ ...pair, input: String(i) })));
  const width = (measure = single): number => measure!.high - measure!.low;
  expect(width(together)).toBeCloseTo(width(single), 1);
  expect(width(apart)).toBeLessThan(0.85 * width(together)); // 1/√2, but for chance
});

it("gives no error where a run's estimates are in the truth's order only", () => {
  const ordered = measuresOf(pairs(20, { a: 1, b: 1 }), false);
  expect(ordered.map(({ name }) => name)).toEqual(["rho"]);
});

it("compares runs with each other where nobody was counted", () => {
  const shifted = [1, 2, 3, 4].map((a, i) => ({ input: `x${i}`, a, b: a - 0.5 }));
  const [agreement, shift] = measuresOf(shifted);
  expect(agreement).toMatchObject({ name: "agreement", value: 1 });
  expect(shift).toMatchObject({ name: "shift", value: 0.5, a: 2.5, b: 2 });
  expect(shift!.low).toBeCloseTo(0.5, 12);
  expect(shift!.high).toBeCloseTo(0.5, 12);
});

it("has no interval for fewer than five pairs, and no measure for two", () => {
  const [rho] = measuresOf(pairs(4, { a: 1, b: 1 }));
  expect(rho!.value).not.toBeNaN();
  expect([rho!.low, rho!.high, rho!.p]).toEqual([NaN, NaN, NaN]);
  expect(measuresOf(pairs(2, { a: 1, b: 1 }))).toEqual([]);
});
