import { describe, expect, it } from "vitest";
import { parseConfig, type Config } from "../study/config.ts";
import { resultsOf } from "../study/results.ts";
import { isMeasured, type Measurement, type Table } from "@promptnce/report";
import { theory } from "./theory.ts";

const results = resultsOf({ config: parseConfig({}) as Config, studies: [] }, []);
const [methods, sets] = theory.report(results, []).tables as [Table, Table];

function column(table: Table, id: string): number[] {
  const at = table.columns.findIndex((candidate) => candidate.id === id);
  return table.rows.map((row) => {
    const value = row[at];
    return Number(isMeasured(value) ? value.value : value);
  });
}

function error(table: Table, id: string, row: number): number {
  const value = table.rows[row]?.[table.columns.findIndex((candidate) => candidate.id === id)];
  return isMeasured(value as Measurement)
    ? ((value as Measurement).standardError as number)
    : Number.NaN;
}

describe("an ideal respondent", () => {
  it("recovers PMI exactly with Direct-PMI, Direct-Split and PromptNCE", () => {
    const exact = methods.rows.flatMap(([, method], i) =>
      ["Direct-PMI", "Direct-Split", "PromptNCE"].includes(method as string) ? [i] : [],
    );
    expect(exact).toHaveLength(9);
    for (const i of exact) {
      expect(column(methods, "rho")[i]).toBeCloseTo(1, 12);
      expect(column(methods, "largest_error")[i]).toBeLessThan(1e-9);
    }
  });

  it("does not recover it with the closed set, unless the set is the whole label space", () => {
    const closed = methods.rows.flatMap(([world, method], i) =>
      method === "MarginalNCE" && world !== "synthetic-chaosnli" ? [i] : [],
    );
    for (const i of closed) {
      expect(column(methods, "rho")[i]).toBeLessThan(0.95);
    }
  });

  it("puts exactly the true residual on OTHER", () => {
    const residual = column(sets, "residual");
    for (const [i, other] of column(sets, "other").entries()) {
      expect(other).toBeCloseTo(residual[i] as number, 12);
    }
  });

  it("overestimates on a closed set, the more the smaller its share of the label space", () => {
    const bias = column(sets, "closed_bias");
    for (const world of new Set(sets.rows.map(([name]) => name))) {
      const own = bias.filter((_, i) => sets.rows[i]?.[0] === world);
      expect(own).toEqual(own.toSorted((a, b) => b - a));
      expect(own[0]).toBeGreaterThan(0.3);
    }
  });

  it("has a log Z that differs between sets, so that the posterior does not rank pairs", () => {
    for (const spread of column(sets, "between")) {
      expect(spread).toBeGreaterThan(0.1);
    }
  });

  it("is calibrated by equation 2 if distractors are drawn from P(y), and not on a closed set", () => {
    const errors = column(sets, "counted_posterior").map((difference, i) => {
      return Math.abs(difference) / (error(sets, "counted_posterior", i) + 1e-12);
    });
    // Four standard errors, because there are about fifteen rows.
    expect(Math.max(...errors)).toBeLessThan(4);
    const loss = column(sets, "loss").map((difference, i) => difference / error(sets, "loss", i));
    expect(Math.min(...loss)).toBeGreaterThan(4);
    const closed = column(sets, "counted_closed").map(
      (difference, i) => difference / error(sets, "counted_closed", i),
    );
    expect(Math.max(...closed.map(Math.abs))).toBeGreaterThan(10);
  });
});
