import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CsvRow, readCsv } from "./read-csv.test.support.ts";
import { runMain } from "./run-main.test.support.ts";

/** The tables that mark methods by a ρ with human data about pairs. */
export const markedTables = [
  "conditional",
  "diagnostic-conditional",
  "interventions",
  "pmi",
  "oracle",
  "zero-shot",
  "k-sweep",
  "recalibration",
  "implied-marginal",
];

/**
 * The tables of a run whose respondent ignores x.
 *
 * @throws Error with the run's output if it fails
 */
export async function cluelessTables(
  seed: number,
  names: readonly string[],
  ...args: string[]
): Promise<CsvRow[][]> {
  const out = await mkdtemp(join(tmpdir(), "promptnce-clueless-"));
  try {
    const { code, stderr } = await runMain(
      ["--profile", "clueless", "--seed", `${seed}`, "--out", out, ...args],
      out,
    );
    if (code !== 0) throw new Error(`the run with seed ${seed} ended with ${code}: ${stderr}`);
    return await Promise.all(names.map((name) => readCsv(join(out, "tables", `${name}.csv`))));
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

/** Groups of rows that are compared with each other. Each group ends with its baselines. */
export function blocksOf(rows: readonly CsvRow[]): CsvRow[][] {
  const blocks: CsvRow[][] = [];
  for (const [i, row] of rows.entries()) {
    if (i === 0 || (baseline(rows[i - 1]!) && !baseline(row))) blocks.push([]);
    blocks.at(-1)!.push(row);
  }
  return blocks;
}

const baseline = (row: CsvRow): boolean => row["method"]!.startsWith("baseline:");

/**
 * The share of method rows whose ρ has a standard error. Without one, a row cannot be marked at
 * all.
 */
export function shareCompared(blocks: readonly (readonly CsvRow[])[]): number {
  const rows = blocks.flat().filter((row) => !baseline(row));
  return rows.filter((row) => row["rho_se"]).length / rows.length;
}

/** Whether a method is marked and no baseline is. */
export function isAbove(block: readonly CsvRow[]): boolean {
  const marked = block.filter((row) => row["rho_mark"]);
  return marked.length > 0 && !marked.some(baseline);
}
