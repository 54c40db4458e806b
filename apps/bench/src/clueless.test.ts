import { expect, it } from "vitest";
import { blocksOf, cluelessTables, isAbove, markedTables, shareCompared } from "./testing/clueless.test.support.ts";
import type { CsvRow } from "./testing/read-csv.test.support.ts";

it("of somebody who does not look at x, no method of a table is marked above the one who knows nothing", async () => {
  const small = ["--pairs", "40", "--dev", "0", "--experiment", "pmi"];
  const blocks = blocksOf((await cluelessTables(1, ["pmi"], ...small))[0]!);
  expect(blocks).toHaveLength(6);
  expect(shareCompared(blocks)).toBeGreaterThan(0.8);
  expect(blocks.filter(isAbove)).toEqual([]);
}, 60_000);

it("through every table, over seeds, in at most 5 % of them", { tags: "full", timeout: 900_000 }, async () => {
  const blocks: CsvRow[][] = [];
  for (let seed = 1; seed <= 12; seed++) {
    // Every experiment once, then those with these tables.
    const some = seed === 1 ? [] : ["--experiment", [...markedTables, "case-study"].join()];
    const names = ["case-study", ...markedTables];
    const [caseStudy = [], ...tables] = await cluelessTables(seed, names, "--pairs", "120", "--dev", "60", ...some);
    blocks.push(...tables.flatMap(blocksOf));
    // Both summaries of a student are the same to somebody who reads neither.
    for (const row of caseStudy) {
      expect([row["compression_wins"], row["compression_losses"], row["compression"]]).toEqual(["0", "0", "0.5"]);
    }
  }
  expect(blocks.length).toBeGreaterThan(250);
  expect(shareCompared(blocks)).toBeGreaterThan(0.8);
  expect(blocks.filter(isAbove).length / blocks.length).toBeLessThanOrEqual(0.05);
});
