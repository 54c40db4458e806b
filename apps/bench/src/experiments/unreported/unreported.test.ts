import { plan, questionKey } from "@promptnce/core";
import { isMeasured, type Table } from "@promptnce/report";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../study/config.ts";
import { prepareStudies } from "../../study/study.ts";
import { experiments } from "../all.ts";
import { scoreBlocks } from "../../scoring/blocks.ts";
import { annotators } from "./annotators.ts";
import { impliedMarginal } from "./implied-marginal.ts";
import { otherAdvantage } from "./other-advantage.ts";
import { countedDataset, truthfulResults } from "./truthful-study.test.support.ts";

/** The rows of a table by column title, with bare values. */
function rowsOf({ columns, rows }: Table): Record<string, unknown>[] {
  return rows.map((row) =>
    Object.fromEntries(
      columns.map(({ id }, i) => {
        const cell = row[i];
        return [id, isMeasured(cell) ? cell.value : cell];
      }),
    ),
  );
}

describe("other-advantage", () => {
  it("is zero at K = L, and grows for smaller shares of the label space, where closed sets renormalise", () => {
    const [table] = otherAdvantage.report(truthfulResults(otherAdvantage), []).tables;
    const conditional = rowsOf(table!).filter(({ measure }) =>
      String(measure).startsWith("P(y|x)"),
    );
    expect(conditional.map(({ k, coverage }) => [k, coverage])).toEqual([
      [3, 0.75],
      [4, 1],
    ]);
    const [part, whole] = conditional as {
      difference: number;
      low: number;
      high: number;
      scored: string;
    }[];
    expect(part!.scored).toBe("200 of 200");
    expect(part!.low).toBeGreaterThan(0);
    expect(part!.difference).toBeGreaterThan(part!.low);
    expect(whole).toMatchObject({ difference: 0, low: 0, high: 0 });
  });

  it("asks nothing beyond the other tables of a run", async () => {
    const dataset = "synthetic-chaosnli,synthetic-goemotions";
    const config = parseConfig({ dataset, pairs: "5", dev: "3" });
    const setting = { config, studies: await prepareStudies(config) };
    const keysOf = (all: typeof experiments): Set<string> => {
      const jobs = all
        .filter(({ missing, madeUp }) => missing?.(setting) === undefined && madeUp === undefined)
        .flatMap(({ jobs: of }) => of(setting));
      const runs = jobs.map(({ subject, method, trials, samples }) => {
        return { task: subject.name, estimators: [method.estimator], trials, samples };
      });
      return new Set([...plan(runs)].map(questionKey));
    };
    const others = keysOf(experiments.filter((experiment) => experiment !== otherAdvantage));
    expect([...keysOf([otherAdvantage])].filter((key) => !others.has(key))).toEqual([]);
  });
});

describe("annotators", () => {
  it(
    "rates a respondent that answers from all counts above any number of raters on the curve",
    { tags: "full" },
    () => {
      const [worth, curve] = annotators.report(
        truthfulResults(annotators, { methods: "promptnce" }),
        [],
      ).tables as [Table, Table];
      const rho = rowsOf(curve).map(({ rho: value }) => value as number);
      expect(rowsOf(curve).map(({ raters }) => raters)).toEqual([
        "0",
        "1",
        "2",
        "3",
        "5",
        "10",
        "20",
        "half",
      ]);
      expect(rho).toEqual(rho.toSorted((a, b) => a - b));
      const [first] = rowsOf(worth);
      expect(first).toMatchObject({
        method: "promptnce",
        scored: "200 of 200",
        worth: "over 20",
        low: 20,
        high: 20,
      });
      expect(first!["rho"]).toBeCloseTo(1, 12);
    },
  );

  it("gives no worth if too few pairs are scored", () => {
    const results = truthfulResults({ jobs: () => [] }, { methods: "promptnce", pairs: "30" });
    expect(rowsOf(annotators.report(results, []).tables[0]!)[0]).toMatchObject({
      scored: "0 of 30",
      worth: undefined,
    });
  });

  it("is left out, with a reason, if pairs have few raters or none", () => {
    const results = truthfulResults(annotators, { dataset: countedDataset({ raters: 4 }) });
    expect(annotators.missing?.(results)).toMatch(
      /^it splits the raters of each pair, and no dataset of this run has 10 raters a pair$/,
    );
  });
});

describe("implied-marginal", () => {
  it("equals the counts if the respondent answers from them about the whole label space", async () => {
    const results = truthfulResults(impliedMarginal, { k: "4" });
    const rows = rowsOf(
      impliedMarginal.report(results, await scoreBlocks(impliedMarginal.blocks!(results), results))
        .tables[0]!,
    );
    expect(rows.map(({ method }) => method)).toContain("promptnce:implied");
    const rho = new Map(rows.map((row) => [row["method"], row["rho"] as number]));
    expect(rho.get("promptnce:empirical")).toBeCloseTo(1, 12);
    expect(rho.get("promptnce:implied")).toBeGreaterThan(0.99);
  });

  it("is refused if named, and otherwise left out, if there are too many labels for the pairs", async () => {
    const config = parseConfig({
      dataset: "synthetic-goemotions",
      methods: "promptnce:implied",
      pairs: "50",
    });
    await expect(prepareStudies(config)).rejects.toThrow(
      "--methods: promptnce:implied takes P(y) as the mean of the model's own P(y|x), and 50 pairs of synthetic-goemotions have fewer than ten for each of its 28 labels",
    );
    const few = parseConfig({ dataset: "synthetic-goemotions", pairs: "50" });
    expect(
      impliedMarginal.missing?.({ config: few, studies: await prepareStudies(few) }),
    ).toContain("a label has ten");
  });
});
