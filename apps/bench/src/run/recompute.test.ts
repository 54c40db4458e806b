import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { random } from "@promptnce/core/sampling";
import {
  interquartileRange,
  linearRegression,
  mean,
  median,
  sampleRankCorrelation,
  sampleStandardDeviation,
} from "simple-statistics";
import { beforeAll, describe, expect, it } from "vitest";
import { readCsv, type CsvRow } from "../testing/read-csv.test.support.ts";
import { wholeRun } from "../testing/whole-run.test.support.ts";

/** Of each dataset; some tables are about the first 80. */
const PAIRS = 82;
let out: string;
let estimates: CsvRow[];
/** Those of a method and dataset, by both names. */
let byMethod: Map<string, CsvRow[]>;

const namesOf = (row: CsvRow): string => `${row["dataset"]} ${row["method"]}`;

const table = (name: string) => readCsv(join(out, "tables", `${name}.csv`));
const num = (row: CsvRow, name: string) => Number(row[name]);

beforeAll(async () => {
  out = join((await wholeRun()).cwd, "out");
  estimates = await readCsv(join(out, "estimates.csv"));
  byMethod = Map.groupBy(estimates, namesOf);
});

/** The rows of `estimates.csv` behind a row of a table. */
function rowsOf(row: CsvRow, list = "evaluation"): CsvRow[] {
  const own = byMethod.get(namesOf(row)) ?? [];
  return own.filter(
    (e) =>
      (row["k"] === undefined || e["k"] === row["k"]) && e["list"] === list && e["sample"] === "0",
  );
}

function rho(rows: readonly CsvRow[], estimate: string, truth: string): number {
  const scored = rows.filter((row) => row[estimate] !== "");
  return sampleRankCorrelation(
    scored.map((row) => num(row, estimate)),
    scored.map((row) => num(row, truth)),
  );
}

/** GEM has only a logarithm, and a predictor blind to x answers P(y) for every P(y|x). */
function estimateOf({ method = "" }: CsvRow, estimate: string): string {
  if (method.startsWith("gem")) return "est_pmi";
  const isBlind = method.startsWith("baseline") && estimate === "est_conditional";
  return isBlind ? "est_marginal" : estimate;
}

function distinctLabels(rows: readonly CsvRow[]): CsvRow[] {
  return [...new Map(rows.map((row) => [row["y"], row])).values()];
}

describe("every table follows from estimates.csv, by another library", () => {
  it.each([
    { name: "pmi", estimate: "est_pmi", truth: "pmi", rows: 30 },
    { name: "oracle", estimate: "est_pmi", truth: "pmi", rows: 20 },
    { name: "zero-shot", estimate: "est_pmi", truth: "pmi", rows: 24 },
    { name: "k-sweep", estimate: "est_pmi", truth: "pmi", rows: 16 },
    { name: "conditional", estimate: "est_conditional", truth: "conditional", rows: 18 },
    { name: "diagnostic-conditional", estimate: "est_conditional", truth: "conditional", rows: 12 },
  ])("$name", async ({ name, estimate, truth, rows }) => {
    const shown = await table(name);
    expect(shown).toHaveLength(rows);
    for (const row of shown) {
      const of = rowsOf(row);
      const estimated = estimateOf(row, estimate);
      const scored = of.filter((e) => e[estimated] !== "");
      expect(row["scored"]).toBe(`${scored.length} of ${PAIRS}`);
      expect(num(row, "rho"), `${row["dataset"]} ${row["row"]}`).toBeCloseTo(
        rho(of, estimated, truth),
        12,
      );
    }
  });

  it("has an error by label beside ρ if labels repeat and are not too few", async () => {
    const having = (await table("pmi")).filter((row) => Number(row["by_label_se"]) > 0);
    expect(new Set(having.map((row) => row["dataset"]))).toEqual(new Set(["synthetic-goemotions"]));
    const page = await readFile(join(out, "report.html"), "utf8");
    expect(page).not.toContain("too few pairs are scored");
  });

  it("diagnostic-marginal, over distinct labels", async () => {
    const shown = await table("diagnostic-marginal");
    expect(shown).toHaveLength(6);
    for (const row of shown) {
      const labels = distinctLabels(rowsOf(row));
      expect(row["scored"]?.endsWith(` of ${labels.length}`)).toBe(true);
      expect(num(row, "rho")).toBeCloseTo(rho(labels, "est_marginal", "marginal"), 12);
    }
  });

  it("the calibration slopes", async () => {
    const conditional = (await table("diagnostic-conditional-slope")).map((row) => {
      return {
        row,
        rows: rowsOf(row).filter((e) => !["5", "10", "15", "20"].includes(e["k"] ?? "")),
        term: "conditional",
      };
    });
    const marginal = (await table("diagnostic-marginal-slope")).map((row) => {
      return { row, rows: distinctLabels(rowsOf(row)), term: "marginal" };
    });
    for (const { row, rows, term } of [...conditional, ...marginal]) {
      const scored = rows.filter((e) => e[`est_${term}`] !== "");
      const fit = linearRegression(scored.map((e) => [num(e, `est_${term}`), num(e, term)]));
      expect(num(row, "slope"), `${row["dataset"]} ${row["row"]}`).toBeCloseTo(fit.m, 12);
      expect(row["scored"]).toBe(`${scored.length} of ${rows.length}`);
    }
  });

  it("has their ± from a bootstrap of the pairs, not from a homoscedastic error", async () => {
    const { below } = random("slopes");
    for (const row of await table("diagnostic-conditional-slope")) {
      const points = rowsOf(row)
        .filter((e) => e["est_conditional"] !== "")
        .map((e) => [num(e, "est_conditional"), num(e, "conditional")]);
      const slopes = Array.from({ length: 1000 }, () => {
        return linearRegression(points.map(() => points[below(points.length)] ?? [])).m;
      });
      const ratio = num(row, "slope_se") / sampleStandardDeviation(slopes);
      expect(Math.abs(Math.log(ratio)), `${row["dataset"]} ${row["row"]}`).toBeLessThan(0.15);
    }
  });

  it("k-sweep-other", async () => {
    for (const row of await table("k-sweep-other")) {
      const masses = rowsOf({ ...row, method: "promptnce" }).filter((e) => e["est_other"] !== "");
      expect(masses.length).toBeGreaterThan(0.9 * PAIRS);
      expect(num(row, "other")).toBeCloseTo(mean(masses.map((e) => num(e, "est_other"))), 12);
    }
  });

  it("interventions, on 80 pairs", async () => {
    const shown = await table("interventions");
    expect(shown).toHaveLength(14);
    for (const row of shown) {
      const pairs = new Set(
        rowsOf({ ...row, method: "direct-split/3-shot:none" }).map((e) => e["pair"]),
      );
      expect(pairs.size).toBe(80);
      const of = rowsOf(row).filter((e) => pairs.has(e["pair"]));
      const estimated = estimateOf(row, "est_conditional");
      expect(num(row, "rho")).toBeCloseTo(rho(of, estimated, "conditional"), 12);
    }
  });

  it("recalibration, by a monotone fit implemented here", async () => {
    const shown = await table("recalibration");
    expect(shown).toHaveLength(42);
    for (const row of shown) {
      const development = rowsOf(row, "development");
      const map = (term: string) =>
        monotoneFit(
          development
            .filter((e) => e[`est_${term}`] !== "")
            .map((e) => [num(e, `est_${term}`), num(e, term)]),
        );
      const label = row["row"] ?? "";
      const asElicited = (p: number) => p;
      const conditional = /isotonic, (conditional|both)/.test(label)
        ? map("conditional")
        : asElicited;
      const marginal = /isotonic, (marginal|both)/.test(label) ? map("marginal") : asElicited;
      const log = (p: number) => Math.log(p === 0 ? 1e-6 : p);
      const scored = rowsOf(row).filter((e) => e["est_pmi"] !== "");
      const values = scored.map((e) =>
        label.includes("isotonic")
          ? log(conditional(num(e, "est_conditional"))) - log(marginal(num(e, "est_marginal")))
          : num(e, "est_pmi"),
      );
      // Blocks whose means are equal as fractions may differ here in the last bit, by the order in
      // which they were summed: 12 decimals tie what is tied, as ours, fractions and scikit-learn do.
      const expected = sampleRankCorrelation(
        values.map((value) => Number(value.toFixed(12))),
        scored.map((e) => num(e, "pmi")),
      );
      expect(num(row, "rho"), `${row["dataset"]} ${label}`).toBeCloseTo(expected, 12);
    }
  });

  it("stability", async () => {
    const rows = estimates.filter(
      (e) =>
        e["dataset"] === "synthetic-words" &&
        e["method"] === "direct-split:none" &&
        e["list"] === "evaluation" &&
        e["k"] === "5",
    );
    const runs = Map.groupBy(rows, (e) => e["sample"]);
    expect(runs.size).toBe(10);
    const pairs = Map.groupBy(rows, (e) => e["pair"]);
    const complete = [...pairs.values()].filter(
      (samples) => samples.length === 10 && samples.every((e) => e["est_conditional"] !== ""),
    );
    const cvs = complete.map((samples) => {
      const values = samples.map((e) => num(e, "est_conditional"));
      return sampleStandardDeviation(values) / mean(values);
    });
    const shown = new Map(
      (await table("stability")).map((row) => [
        row["measure"],
        num(row, "synthetic-words, model-like"),
      ]),
    );
    expect(shown.get("CV of a pair across runs, median")).toBeCloseTo(median(cvs), 12);
    expect(shown.get("CV of a pair across runs, mean")).toBeCloseTo(mean(cvs), 12);
    expect(shown.get("CV, third quartile")! - shown.get("CV, first quartile")!).toBeGreaterThan(0);
    expect(interquartileRange(cvs)).toBeGreaterThan(0);
    const kept = new Set(complete.map(([first]) => first?.["pair"]));
    expect(shown.get("Pairs with an estimate in every run")).toBe(kept.size);
    // In whole millionths, so that the order of summation does not affect the sum.
    const averaged = complete.map((samples) => ({
      est: mean(samples.map((e) => Math.round(num(e, "est_conditional") * 1e6))),
      truth: num(samples[0]!, "conditional"),
    }));
    expect(shown.get("ρ of the averaged estimates with the truth")).toBeCloseTo(
      sampleRankCorrelation(
        averaged.map(({ est }) => est),
        averaged.map(({ truth }) => truth),
      ),
      12,
    );
    const truths = [...runs.values()].map((run) =>
      rho(
        run.filter((e) => kept.has(e["pair"])),
        "est_conditional",
        "conditional",
      ),
    );
    expect(shown.get("ρ of a run with the truth, mean")).toBeCloseTo(mean(truths), 12);
    expect(shown.get("ρ of a run with the truth, least")).toBeCloseTo(Math.min(...truths), 12);
  });

  it("case-study", async () => {
    for (const row of await table("case-study")) {
      for (const variant of ["compression", "future"]) {
        const of = estimates.filter((e) => e["list"] === variant && e["method"] === row["method"]);
        const score = new Map(of.map((e) => [e["pair"], e["est_conditional"] || e["est_pmi"]]));
        const ids = [...new Set(of.map((e) => e["pair"]?.replace(/\/(expert|generic)$/, "")))];
        const verdicts = ids.flatMap((id) => {
          const [expert, generic] = [score.get(`${id}/expert`), score.get(`${id}/generic`)];
          if (!expert || !generic) return [];
          const [a, b] = [Number(expert), Number(generic)];
          if (Math.abs(a - b) <= 1e-12 * Math.min(Math.abs(a), Math.abs(b))) return [0.5];
          return [a > b ? 1 : 0];
        });
        expect(row[`${variant}_scored`]).toBe(`${verdicts.length} of ${ids.length}`);
        expect(num(row, variant), `${row["row"]} ${variant}`).toBeCloseTo(mean(verdicts), 12);
      }
    }
  });

  it("structure of the evaluation pairs", async () => {
    const variance = (values: number[]) => mean(values.map((x) => (x - mean(values)) ** 2));
    for (const row of (await table("structure")).filter((r) => r["pair_list"] === "evaluation")) {
      const pairs = rowsOf({ dataset: row["dataset"] ?? "", method: "infonce" }).filter(
        (e) => e["k"] === "5" || e["k"] === "3",
      );
      expect(pairs).toHaveLength(PAIRS);
      const ratio =
        variance(pairs.map((e) => Math.log(num(e, "marginal")))) /
        variance(pairs.map((e) => Math.log(num(e, "conditional"))));
      expect(num(row, "R")).toBeCloseTo(ratio, 12);
      const marginal = sampleRankCorrelation(
        pairs.map((e) => -num(e, "marginal")),
        pairs.map((e) => num(e, "pmi")),
      );
      expect(num(row, "rho_marg")).toBeCloseTo(marginal, 12);
    }
  });
});

/** Pool adjacent violators, written naively, with straight lines between the blocks' ends. */
function monotoneFit(points: [number, number][]): (x: number) => number {
  const byX = Map.groupBy(points, ([x]) => x);
  const blocks = [...byX.keys()]
    .toSorted((a, b) => a - b)
    .map((x) => {
      const ys = (byX.get(x) ?? []).map(([, y]) => y);
      return { xs: [x], sum: ys.reduce((a, b) => a + b), count: ys.length };
    });
  const level = (block: { sum: number; count: number }) => block.sum / block.count;
  for (let i = 1; i < blocks.length;) {
    const [before, after] = [blocks[i - 1]!, blocks[i]!];
    if (level(before) < level(after)) i++;
    else {
      blocks.splice(i - 1, 2, {
        xs: [...before.xs, ...after.xs],
        sum: before.sum + after.sum,
        count: before.count + after.count,
      });
      i = Math.max(1, i - 1);
    }
  }
  const knots = blocks.flatMap((block) => block.xs.map((x) => [x, level(block)] as const));
  return (x) => {
    if (x <= knots[0]![0]) return knots[0]![1];
    const above = knots.findIndex(([at]) => at >= x);
    if (above < 0) return knots.at(-1)![1];
    const [[x0, y0], [x1, y1]] = [knots[above - 1]!, knots[above]!];
    return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
  };
}
