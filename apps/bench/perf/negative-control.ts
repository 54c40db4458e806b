import {
  blocksOf,
  cluelessTables,
  isAbove,
  markedTables,
} from "../src/testing/clueless.test.support.ts";
import { printTable } from "./print-table.ts";

const SEEDS = 40;
const SIZE = ["--pairs", "120", "--dev", "60"];

/** Prints in how many blocks a method is marked above the baseline although nobody looks at x. */
export async function printNegativeControl(): Promise<void> {
  const counts = new Map(markedTables.map((name) => [name, { blocks: 0, above: 0 }]));
  const seedsWithAny = new Set<number>();
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const args = [...SIZE, "--experiment", markedTables.join()];
    const tables = await cluelessTables(seed, markedTables, ...args);
    for (const [i, rows] of tables.entries()) {
      const blocks = blocksOf(rows);
      const above = blocks.filter(isAbove).length;
      const count = counts.get(markedTables[i]!)!;
      count.blocks += blocks.length;
      count.above += above;
      if (above > 0) seedsWithAny.add(seed);
    }
  }
  const tables = [...counts].map(([name, { blocks, above }]) => rowOf(name, above, blocks));
  const sum = (key: "blocks" | "above"): number =>
    counts.values().reduce((total, count) => total + count[key], 0);
  printTable(
    "The negative control",
    ["table", "blocks", "with such a mark", "in %", "from", "to"],
    [
      ...tables,
      rowOf("all tables", sum("above"), sum("blocks")),
      rowOf("seeds with one or more", seedsWithAny.size, SEEDS),
    ],
  );
}

function rowOf(name: string, found: number, n: number): (string | number)[] {
  const shares = [found / n, ...wilson(found, n)].map((share) => (100 * share).toFixed(1));
  return [name, n, found, ...shares];
}

/** Wilson's 95 % interval of a share. */
function wilson(found: number, n: number): [low: number, high: number] {
  const z = 1.96;
  const share = found / n;
  const shrunk = 1 + (z * z) / n;
  const middle = (share + (z * z) / (2 * n)) / shrunk;
  const half = (z / shrunk) * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}
