import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type CsvRow, readCsv } from "./testing/read-csv.test.support.ts";
import { runMain } from "./testing/run-main.test.support.ts";

const tables = ["pmi", "oracle", "zero-shot", "k-sweep", "recalibration"];

/** What a run with a respondent that does not look at x leaves. */
async function cluelessRun(seed: number, ...more: string[]) {
  const out = await mkdtemp(join(tmpdir(), "promptnce-clueless-"));
  const { code } = await runMain(["--profile", "clueless", "--seed", `${seed}`, "--out", out, ...more], out);
  expect(code).toBe(0);
  return (name: string) => readCsv(join(out, "tables", `${name}.csv`));
}

/** Rows that are compared with each other: those who know nothing stand last. */
function blocksOf(rows: readonly CsvRow[]): CsvRow[][] {
  const blocks: CsvRow[][] = [];
  for (const [i, row] of rows.entries()) {
    if (i === 0 || (knowsNothing(rows[i - 1]!) && !knowsNothing(row))) blocks.push([]);
    blocks.at(-1)!.push(row);
  }
  return blocks;
}

const knowsNothing = (row: CsvRow): boolean => row["row"]!.startsWith("Knows nothing");

/** Whether a method is marked and nobody who knows nothing is. */
function isAbove(block: readonly CsvRow[]): boolean {
  const marked = block.filter((row) => row["rho_mark"]);
  return marked.length > 0 && !marked.some(knowsNothing);
}

it("of somebody who does not look at x, no method of a table is marked above the one who knows nothing", async () => {
  const small = ["--pairs", "40", "--dev", "0", "--experiment", "pmi"];
  const table = await cluelessRun(1, ...small);
  const blocks = blocksOf(await table("pmi"));
  expect(blocks).toHaveLength(6);
  expect(blocks.filter(isAbove)).toEqual([]);
}, 60_000);

it("through every table, over seeds, in at most 5 % of them", { tags: "full", timeout: 900_000 }, async () => {
  const blocks: CsvRow[][] = [];
  for (let seed = 1; seed <= 12; seed++) {
    // Every experiment once, then those with these tables.
    const some = seed === 1 ? [] : ["--experiment", [...tables, "case-study"].join()];
    const table = await cluelessRun(seed, "--pairs", "120", "--dev", "60", ...some);
    for (const name of tables) blocks.push(...blocksOf(await table(name)));
    // Both summaries of a student are the same to somebody who reads neither.
    for (const row of await table("case-study")) {
      expect([row["compression_wins"], row["compression_losses"], row["compression"]]).toEqual(["0", "0", "0.5"]);
    }
  }
  expect(blocks.length).toBeGreaterThan(250);
  expect(blocks.filter(isAbove).length / blocks.length).toBeLessThanOrEqual(0.05);
});
