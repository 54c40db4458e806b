import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { syntheticWorld } from "@promptnce/datasets";
import { beforeAll, expect, it } from "vitest";
import { truthfulResults } from "../experiments/unreported/truthful-study.test.support.ts";
import { readCsv } from "../testing/read-csv.test.support.ts";
import { runMain } from "../testing/run-main.test.support.ts";
import { truthFiles } from "./truth-files.ts";

let out: string;
const world = syntheticWorld("goemotions", "1");

beforeAll(async () => {
  const cwd = await mkdtemp(join(tmpdir(), "promptnce-truths-"));
  out = join(cwd, "out");
  const run = [
    "--dataset",
    "synthetic-goemotions",
    "--experiment",
    "pmi,recalibration",
    "--pairs",
    "20",
    "--dev",
    "10",
  ];
  await runMain(run, cwd);
});

it("lists every pair of the dataset with the human data and its list", async () => {
  const pairs = await readCsv(join(out, "pairs.csv"));
  expect(pairs.map(({ id, conditional, pmi }) => [id, Number(conditional), Number(pmi)])).toEqual(
    world.observations.map(({ id, conditional, pmi }) => [id, conditional, pmi]),
  );
  const evaluation = new Set(pairs.flatMap(({ id, list }) => (list === "evaluation" ? [id] : [])));
  const estimates = (await readCsv(join(out, "estimates.csv"))).filter(
    ({ list }) => list === "evaluation",
  );
  expect(new Set(estimates.map(({ pair }) => pair))).toEqual(evaluation);
  expect(pairs.filter(({ list }) => list === "development")).toHaveLength(10);
});

it("gives the number of people per pair and of those who gave y, if counted", () => {
  const results = truthfulResults({ jobs: () => [] });
  const parts = truthFiles({ results, jobs: [], reports: [] }).get("pairs.csv")!;
  const [, ...lines] = [...parts].join("").trimEnd().split("\n");
  expect(lines.map((line) => line.split(",").slice(-2).map(Number))).toEqual(
    results.studies[0]!.dataset.observations.map(({ responses, raters }) => [responses, raters]),
  );
});

it("gives P(y) of each label, and P(y|x) for an x that has no pair with it", async () => {
  const labels = await readCsv(join(out, "labels.csv"));
  expect(labels.map(({ label }) => label)).toEqual(world.labels);
  const [pair] = world.observations;
  const paired = new Set(world.observations.flatMap(({ x, y }) => (x === pair!.x ? [y] : [])));
  for (const { label = "", marginal } of labels)
    expect(Number(marginal)).toBe(world.marginal.get(label));
  for (const { label = "", elsewhere } of labels.filter((row) => !paired.has(row["label"] ?? ""))) {
    expect(Number(elsewhere)).toBeCloseTo(world.conditional(pair!.x, label), 14);
  }
});

it("lists each candidate set once, as shown", async () => {
  const sets = await readCsv(join(out, "candidates.csv"));
  const of = (list: string, k: string) =>
    sets.filter((set) => set["list"] === list && set["k"] === k);
  expect(
    [of("evaluation", "5"), of("evaluation", "25"), of("development", "25")].map(
      ({ length }) => length,
    ),
  ).toEqual([20, 20, 10]);
  for (const { id = "", k, candidates = "" } of sets) {
    const shown = JSON.parse(candidates) as string[];
    expect(shown).toHaveLength(Number(k));
    expect(shown).toContain(world.observations.find((pair) => pair.id === id)?.y);
  }
});

it("gives the number of resamples", async () => {
  const manifest = JSON.parse(await readFile(join(out, "manifest.json"), "utf8")) as object;
  expect(manifest).toMatchObject({ resamples: { pairs: 2000, games: 4000 } });
});
