import { bootstrap, resampledSpearman, standardError } from "@promptnce/core/resampling";
import { RESAMPLING } from "@promptnce/core/scorecard";
import { normal, random } from "@promptnce/core/sampling";
import { expect, it } from "vitest";
import { scoreBlock, type TestPair } from "./scored-block.test.support.ts";

/** The standard error of the first column's ρ by label. */
const labelError = (column: readonly TestPair[]): number | undefined =>
  scoreBlock([column])[0]?.byLabel;

/** Pairs whose estimates share an error by label, like those from one elicited base rate. */
function pairs(count: number, labels: number): TestPair[] {
  const source = random("label-errors");
  const shared = Array.from({ length: labels }, () => normal(source));
  return Array.from({ length: count }, (_, i) => {
    const truth = normal(source);
    return { truth, estimate: truth + 3 * (shared[i % labels] ?? 0), label: `label ${i % labels}` };
  });
}

it("resamples whole labels, each with its own pairs", () => {
  const column = pairs(500, 28);
  const error = labelError(column);
  const statistic = resampledSpearman(
    column.map(({ estimate }) => estimate as number),
    column.map(({ truth }) => truth),
  );
  const clusters = column.map(({ label }) => label as string);
  const [replicates] = bootstrap([statistic], 500, { ...RESAMPLING, clusters });
  expect(error).toBe(standardError(replicates as Float64Array));
});

it("is larger than the error by pair if truth and estimates vary by label", () => {
  const column = pairs(500, 28).map(({ estimate = 0, label = "" }, i) => {
    return { estimate, label, truth: Number(label.slice(6)) + (i % 5) };
  });
  const byPair = scoreBlock([column])[0]?.rho.standardError as number;
  expect(labelError(column)).toBeGreaterThan(2 * byPair);
});

it("leaves out pairs without an estimate", () => {
  const holes = pairs(500, 28).map((pair, i) =>
    i % 9 === 0 ? { ...pair, estimate: undefined } : pair,
  );
  expect(labelError(holes)).toBeGreaterThan(0);
});

it("is absent for three labels, for labels that rarely repeat, and for pairs that are labels themselves", () => {
  expect(labelError(pairs(500, 3))).toBeUndefined();
  expect(labelError(pairs(500, 300))).toBeUndefined();
  const own = pairs(500, 28).map(({ truth, estimate }) => ({ truth, estimate }));
  expect(labelError(own)).toBeUndefined();
});
