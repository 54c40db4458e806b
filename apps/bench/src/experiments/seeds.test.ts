import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mean, sampleRankCorrelation, sampleStandardDeviation } from "simple-statistics";
import { expect, it } from "vitest";
import { readCsv } from "../testing/read-csv.test.support.ts";
import { runMain } from "../testing/run-main.test.support.ts";

const small = [
  "--dataset",
  "synthetic-goemotions",
  "--pairs",
  "15",
  "--dev",
  "5",
  "--methods",
  "promptnce,infonce",
];
const lists = ["evaluation", "evaluation, seed 2", "evaluation, seed 3"];

it("--seeds redraws pairs, candidates and grounding, and reports the spread of ρ", async () => {
  const cwd = await mkdtemp(join(tmpdir(), "promptnce-seeds-"));
  const ended = await runMain([...small, "--experiment", "pmi,seeds", "--seeds", "3"], cwd);
  expect(ended.code).toBe(0);
  const estimates = await readCsv(join(cwd, "out/estimates.csv"));
  const [pmi, seeds] = await Promise.all(
    ["pmi", "seeds"].map((name) => readCsv(join(cwd, `out/tables/${name}.csv`))),
  );
  expect(seeds!.map((row) => row["method"])).toEqual(["promptnce", "infonce", "baseline:grounded"]);
  for (const [i, row] of seeds!.entries()) {
    const drawn = lists.map((list) => {
      return estimates.filter(
        (e) => e["list"] === list && e["method"] === row["method"] && e["est_pmi"] !== "",
      );
    });
    expect(new Set(drawn.map((own) => own.map((e) => e["pair"]).join())).size).toBe(3);
    const rounded = (value = "") => Number(Number(value).toPrecision(12));
    const rhos = drawn.map((own) =>
      sampleRankCorrelation(
        own.map((e) => rounded(e["est_pmi"])),
        own.map((e) => rounded(e["pmi"])),
      ),
    );
    expect(Number(row["mean"])).toBeCloseTo(mean(rhos), 10);
    expect(Number(row["spread"])).toBeCloseTo(sampleStandardDeviation(rhos), 10);
    expect([Number(row["least"]), Number(row["most"])]).toEqual([
      expect.closeTo(Math.min(...rhos), 10),
      expect.closeTo(Math.max(...rhos), 10),
    ]);
    expect(Number(pmi![i]!["rho"])).toBeCloseTo(rhos[0]!, 10);
    expect(row["se"]).toBe(pmi![i]!["rho_se"]);
  }
  const again = await runMain(["report", "out"], cwd);
  expect(again.stdout).toBe(ended.stdout);
});

it("one seed has no spread, which is reported only if the table was requested", async () => {
  const cwd = await mkdtemp(join(tmpdir(), "promptnce-seeds-"));
  const named = await runMain([...small, "--experiment", "seeds,structure"], cwd);
  expect(named.stderr).toContain("Left out: seeds, because it takes --seeds of 2 or more.");
});
