import { inContext, questionKey, questionOf, type Answer, type Query } from "@promptnce/core";
import { syntheticWorld } from "@promptnce/datasets";
import { expect, it } from "vitest";
import { parseConfig } from "../../study/config.ts";
import { resultsOf } from "../../study/results.ts";
import { prepareStudy } from "../../study/study.ts";
import { pmi } from "../pmi.ts";
import { clampAndRounding } from "./clamp-and-rounding.ts";

const config = parseConfig({
  pairs: "40",
  dev: "10",
  methods: "direct-pmi,promptnce,promptnce:none",
});
const world = syntheticWorld("chaosnli", "1");
const studies = [prepareStudy(world, config)];

/**
 * The row of PromptNCE with these masses of y in turn, from replies with this unit in the last
 * digit.
 */
function rowOf(masses: readonly number[], resolution?: number) {
  const answers = new Map<string, Answer>();
  const grounding = inContext(studies[0]!.grounding(), undefined);
  for (const [i, { x, y, candidates }] of studies[0]!.job("promptnce", { k: 5 }).trials.entries()) {
    const open: Query = { kind: "open", x, candidates };
    const said = candidates.map((label) => (label === y ? masses[i % masses.length]! : 0));
    answers.set(questionKey(questionOf(open, world.task)), {
      labels: candidates,
      masses: said,
      other: 0,
      ...(resolution && { resolution }),
    });
    const grounded: Query = { kind: "grounded", y, grounding };
    answers.set(questionKey(questionOf(grounded, world.task)), 0.3);
  }
  const model = {
    provider: "p",
    model: "m",
    rehearsed: false,
    scores: false,
    answers: new Map([[world.name, answers]]),
  };
  const { columns, rows } = clampAndRounding.report(resultsOf({ config, studies }, [model]), [])
    .tables[0]!;
  const row = rows.find((cells) => cells[3] === "promptnce")!;
  return Object.fromEntries(columns.map(({ id }, i) => [id, row[i]]));
}

it("asks nothing beyond the table of end-to-end PMI", () => {
  const asked = new Set(pmi.jobs({ config, studies }).map(({ method, k }) => `${method.id} ${k}`));
  const own = clampAndRounding
    .jobs({ config, studies })
    .map(({ method, k }) => `${method.id} ${k}`);
  expect(own).toEqual(["promptnce 5", "promptnce:none 5", "baseline:grounded 5"]);
  expect(own.filter((job) => !asked.has(job))).toEqual([]);
});

it("counts zeros and the estimates below them, which a minimum of 1e-6 levels", () => {
  const row = rowOf([0, 1e-7, 0.2, 0.6]);
  expect(row).toMatchObject({ zeros: 10, below: 10 });
  expect(row["floor_6"]).toBe(rowOf([0, 0, 0.2, 0.6])["rho"]);
  expect(row["floor_6"]).not.toBe(row["rho"]);
  expect(row["floor_smallest"]).toBe(rowOf([1e-7, 1e-7, 0.2, 0.6])["rho"]);
});

it("rounds to decimals and to significant digits, and keeps values that are already as coarse", () => {
  const row = rowOf([0.001, 0.0024, 0.0026, 0.6]);
  expect(row["decimals_2"]).toBe(rowOf([0, 0, 0, 0.6])["rho"]);
  expect(row["decimals_3"]).toBe(rowOf([0.001, 0.002, 0.003, 0.6])["rho"]);
  expect(row["digits_1"]).toBe(rowOf([0.001, 0.002, 0.003, 0.6])["rho"]);
  expect(row["digits_2"]).toBe(row["rho"]);
  expect(row["floor_3"]).toBe(row["rho"]);
  expect(row["floor_2"]).toBe(rowOf([0.01, 0.01, 0.01, 0.6])["rho"]);
});

it("replaces a zero by half of the last digit shown, or else of the smallest value", () => {
  const said = [0, 0.004, 0.006, 0.6];
  expect(rowOf(said, 0.01)["as_written"]).toBe(rowOf([0.005, 0.004, 0.006, 0.6])["rho"]);
  expect(rowOf(said, 0.001)["as_written"]).toBe(rowOf([0.0005, 0.004, 0.006, 0.6])["rho"]);
  expect(rowOf(said)["as_written"]).toBe(rowOf([0.002, 0.004, 0.006, 0.6])["rho"]);
  expect(rowOf(said, 0.01)["as_written"]).not.toBe(rowOf(said)["as_written"]);
});

it("is undefined, without an error, if every answer was 0", () => {
  expect(rowOf([0])).toMatchObject({ zeros: 40, rho: Number.NaN, floor_smallest: Number.NaN });
});
