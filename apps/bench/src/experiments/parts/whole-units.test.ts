import { bootstrap, resampledSpearman, standardError } from "@promptnce/core/resampling";
import { normal, random } from "@promptnce/core/sampling";
import { expect, it } from "vitest";
import { type ScoreArguments, scoreBlock as scoreColumns } from "./score-block.ts";
import { labelErrors as errorsOfColumns } from "./whole-units.ts";
import { columnOf, type ScorePair } from "./scored-pairs.ts";

const scoreBlock = (columns: readonly (readonly ScorePair[])[], options: ScoreArguments[1]) =>
  scoreColumns(columns.map(columnOf), options);

const labelErrors = (columns: readonly (readonly ScorePair[])[], seed: string) =>
  errorsOfColumns(columns.map(columnOf), seed);

/** Pairs whose estimates share an error by label, like those from one elicited base rate. */
function pairs(count: number, labels: number): ScorePair[] {
  const source = random("label-errors");
  const shared = Array.from({ length: labels }, () => normal(source));
  return Array.from({ length: count }, (_, i) => {
    const truth = normal(source);
    return { truth, estimate: truth + 3 * (shared[i % labels] ?? 0), label: `label ${i % labels}` };
  });
}

it("resamples whole labels, each with its own pairs", () => {
  const column = pairs(500, 28);
  const [error] = labelErrors([column], "seed") ?? [];
  const statistic = resampledSpearman(
    column.map(({ estimate }) => estimate as number),
    column.map(({ truth }) => truth),
  );
  const clusters = column.map(({ label }) => label as string);
  const [replicates] = bootstrap([statistic], 500, { seed: "seed", replicates: 1000, clusters });
  expect(error).toBe(standardError(replicates as Float64Array));
});

it("is larger than the error by pair if truth and estimates vary by label", () => {
  const column = pairs(500, 28).map(({ estimate = 0, label = "" }, i) => {
    return { estimate, label, truth: Number(label.slice(6)) + (i % 5) };
  });
  const byPair = scoreBlock([column], { seed: "seed", replicates: 2000 })[0]?.rho
    .standardError as number;
  expect(labelErrors([column], "seed")?.[0]).toBeGreaterThan(2 * byPair);
});

it("leaves out pairs without an estimate", () => {
  const holes = pairs(500, 28).map((pair, i) =>
    i % 9 === 0 ? { ...pair, estimate: undefined } : pair,
  );
  expect(labelErrors([holes], "seed")?.[0]).toBeGreaterThan(0);
});

it("is absent for three labels, for labels that rarely repeat, and for pairs that are labels themselves", () => {
  expect(labelErrors([pairs(500, 3)], "seed")).toBeUndefined();
  expect(labelErrors([pairs(500, 300)], "seed")).toBeUndefined();
  const own = pairs(500, 28).map(({ truth, estimate }) => ({ truth, estimate }));
  expect(labelErrors([own], "seed")).toBeUndefined();
  expect(labelErrors([], "seed")).toBeUndefined();
});
