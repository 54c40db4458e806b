import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type CountedShares, dirichletStrength, smoothedShares } from "./dirichlet-strength.ts";

interface Fit {
  readonly name: string;
  readonly contexts: CountedShares[];
  readonly strength: number;
}
const golden: { fits: Fit[] } = JSON.parse(
  readFileSync(new URL("../../fixtures/dirichlet.json", import.meta.url), "utf8"),
);

describe("the strength of a prior around what was said", () => {
  test.each(golden.fits)("is the likeliest by SciPy: $name", ({ contexts, strength }) => {
    expect(dirichletStrength(contexts) / strength).toBeCloseTo(1, 5);
  });

  test("has no end where counts agree with the rates, and where nothing is counted", () => {
    expect(dirichletStrength([{ rates: [0.2, 0.8], counts: [20, 80] }])).toBe(Infinity);
    expect(dirichletStrength([{ rates: [0.2, 0.8], counts: [0, 0] }])).toBe(Infinity);
    expect(dirichletStrength([])).toBe(Infinity);
  });
});

describe("the strength of a prior that counts contradict", () => {
  test("is the least that is looked for, e⁻⁶ of a person", () => {
    const contexts = [
      { rates: [0.5, 0.5], counts: [9, 0] },
      { rates: [0.5, 0.5], counts: [0, 9] },
    ];
    expect(Math.log(dirichletStrength(contexts))).toBeCloseTo(-6, 5);
  });
});

describe("shares drawn towards what was said", () => {
  test("are what was said of nobody's count, and the counted share without a prior", () => {
    const context = { rates: [2, 8], counts: [3, 1] };
    expect([...smoothedShares({ ...context, counts: [0, 0] }, 5)]).toEqual([0.2, 0.8]);
    expect([...smoothedShares(context, Infinity)]).toEqual([0.2, 0.8]);
    expect([...smoothedShares(context, 0)]).toEqual([0.75, 0.25]);
    expect([...smoothedShares(context, 4)]).toEqual([(3 + 0.8) / 8, (1 + 3.2) / 8]);
  });

  test("refuse no rate above 0, negative numbers, and counts that are not one a rate", () => {
    expect(() => smoothedShares({ rates: [0, 0], counts: [1, 1] }, 1)).toThrow("rate above 0");
    expect(() => smoothedShares({ rates: [1, 1], counts: [1, -1] }, 1)).toThrow("from 0, finite");
    expect(() => smoothedShares({ rates: [1], counts: [1, 1] }, 1)).toThrow("not 2 of 1");
    expect(() => smoothedShares({ rates: [1], counts: [1] }, -1)).toThrow("from 0, not -1");
  });
});
