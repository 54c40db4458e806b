import { readFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { expect, it } from "vitest";
import {
  blocksOf,
  cluelessTables,
  isAbove,
  markedTables,
  shareCompared,
} from "./testing/clueless.test.support.ts";
import { type CsvRow, readCsv } from "./testing/read-csv.test.support.ts";
import { runMain } from "./testing/run-main.test.support.ts";

it("marks no method above the baseline for a respondent that ignores x", async () => {
  const small = ["--pairs", "40", "--dev", "0", "--experiment", "pmi"];
  const blocks = blocksOf((await cluelessTables(1, ["pmi"], ...small))[0]!);
  expect(blocks).toHaveLength(6);
  expect(shareCompared(blocks)).toBeGreaterThan(0.8);
  expect(blocks.filter(isAbove)).toEqual([]);
});

it(
  "praises none of its methods in a table, on the page or on the terminal unless ρ is above 0",
  { tags: "full" },
  async () => {
    const out = newFolder();
    const small = ["--pairs", "40", "--dev", "0", "--experiment", "conditional,pmi"];
    const { stdout } = await runMain(["--profile", "clueless", "--out", out, ...small], out);
    const rows = await readCsv(join(out, "tables", "conditional.csv"));
    expect(rows.filter((row) => row["rho_se"]).length).toBeGreaterThan(3);
    expect(rows.filter((row) => row["rho_mark"])).toEqual([]);
    const markdown = readFileSync(join(out, "tables", "conditional.md"), "utf8");
    expect(markdown).not.toMatch(/≈|\*\*[−\d]/);
    expect(markdown).toContain(
      "A row whose ρ is less than 1.96 standard errors above 0 has no mark",
    );
    const page = readFileSync(join(out, "report.html"), "utf8");
    expect(
      [stdout, page].filter((text) => /among the best|best alone|best: [A-Z]/.test(text)),
    ).toEqual([]);
  },
);

it("marks a truthful respondent in every block of the same tables", async () => {
  const out = newFolder();
  const small = ["--pairs", "45", "--dev", "0", "--experiment", "conditional,pmi"];
  expect(await runMain(["--profile", "truthful", "--out", out, ...small], out)).toMatchObject({
    code: 0,
  });
  for (const [name, count] of [
    ["conditional", 3],
    ["pmi", 6],
  ] as const) {
    const blocks = blocksOf(await readCsv(join(out, "tables", `${name}.csv`)));
    const marked = blocks.filter((rows) => rows.some((row) => row["rho_mark"]));
    expect([name, blocks.length, marked.length]).toEqual([name, count, count]);
  }
});

it("does so in at most 5 % of the blocks of all tables, over seeds", { tags: "full" }, async () => {
  const blocks: CsvRow[][] = [];
  for (let seed = 1; seed <= 12; seed++) {
    // Every experiment once, then those with marked tables.
    const some = seed === 1 ? [] : ["--experiment", [...markedTables, "case-study"].join()];
    const names = ["case-study", ...markedTables];
    const [caseStudy = [], ...tables] = await cluelessTables(
      seed,
      names,
      "--pairs",
      "120",
      "--dev",
      "60",
      ...some,
    );
    blocks.push(...tables.flatMap(blocksOf));
    // A respondent that reads neither summary of a student cannot tell them apart.
    for (const row of caseStudy) {
      expect([row["compression_wins"], row["compression_losses"], row["compression"]]).toEqual([
        "0",
        "0",
        "0.5",
      ]);
    }
  }
  expect(blocks.length).toBeGreaterThan(250);
  expect(shareCompared(blocks)).toBeGreaterThan(0.8);
  expect(blocks.filter(isAbove).length / blocks.length).toBeLessThanOrEqual(0.05);
});
