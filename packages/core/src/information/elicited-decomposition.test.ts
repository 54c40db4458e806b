import { describe, expect, test } from "vitest";
import { decomposition } from "./decomposition.ts";
import { elicitedDecomposition } from "./elicited-decomposition.ts";

const estimate = (conditional: number, marginal: number) => ({
  conditional,
  marginal,
  pmi: Math.log(conditional) - Math.log(marginal),
});
const estimates = [estimate(0.5, 0.1), estimate(0.2, 0.001), estimate(0.4, 0.03)];

describe("elicitedDecomposition", () => {
  test("of a truthful respondent is the decomposition itself", () => {
    const { R, rhoMarginal } = decomposition(estimates);
    const elicited = elicitedDecomposition(estimates);
    expect(elicited.R).toBeCloseTo(R, 12);
    expect(elicited).toMatchObject({ rhoMarginal, n: 3, dropped: 0 });
  });

  test("leaves out and counts estimates without both terms", () => {
    const some = [...estimates, { conditional: 0.3 }, { pmi: 2 }, {}];
    expect(elicitedDecomposition(some)).toEqual({
      ...elicitedDecomposition(estimates),
      dropped: 3,
    });
  });

  test("clamps an elicited zero", () => {
    const zero = { conditional: 0, marginal: 0.2, pmi: Math.log(1e-6 / 0.2) };
    expect(elicitedDecomposition([...estimates, zero]).R).toBeCloseTo(
      decomposition([...estimates, estimate(1e-6, 0.2)]).R,
      12,
    );
    const never = { conditional: 0.2, marginal: 0, pmi: Math.log(0.2 / 1e-6) };
    expect(elicitedDecomposition([...estimates, never]).R).toBeCloseTo(
      decomposition([...estimates, estimate(0.2, 1e-6)]).R,
      12,
    );
  });

  test("of nothing has no value", () => {
    expect(elicitedDecomposition([])).toEqual({ R: NaN, rhoMarginal: NaN, n: 0, dropped: 0 });
  });

  test("refuses what is no probability", () => {
    expect(() => elicitedDecomposition([estimate(1.5, 0.1)])).toThrow(/from 0 to 1, not 1.5/);
  });
});
