import { tableMarkdown } from "@promptnce/report";
import { blocksOf, cluelessTables, isAbove, markedTables } from "../src/testing/clueless.test.support.ts";

// How often something is marked above the one who knows nothing where nobody knows anything, over so many seeds.

const seeds = Number(process.argv[2] ?? 40);
const [pairs, dev] = ["120", "60"];

const blocks = new Map(markedTables.map((name) => [name, { all: 0, above: 0 }]));
const seedsWithAny = new Set<number>();
for (let seed = 1; seed <= seeds; seed++) {
  const args = ["--pairs", pairs, "--dev", dev, "--experiment", markedTables.join()];
  for (const [i, rows] of (await cluelessTables(seed, markedTables, ...args)).entries()) {
    const own = blocks.get(markedTables[i]!)!;
    const found = blocksOf(rows);
    own.all += found.length;
    own.above += found.filter(isAbove).length;
    if (found.some(isAbove)) seedsWithAny.add(seed);
  }
}

/** Wilson's 95 % interval of a share. */
function wilson(found: number, n: number): [low: number, high: number] {
  const z = 1.96;
  const [share, shrunk] = [found / n, 1 + (z * z) / n];
  const middle = (share + (z * z) / (2 * n)) / shrunk;
  const half = (z / shrunk) * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

function row(name: string, found: number, n: number) {
  return [name, n, found, ...[found / n, ...wilson(found, n)].map((share) => 100 * share)];
}

const counted = [...blocks];
const sum = (key: "all" | "above") => counted.reduce((total, [, of]) => total + of[key], 0);
console.log(
  tableMarkdown({
    name: "negative-control",
    title: "Marked above the one who knows nothing, where nobody looks at x",
    simulated: undefined,
    columns: [
      { id: "table", title: "Table" },
      { id: "n", title: "Blocks" },
      { id: "found", title: "With such a mark" },
      ...["share", "from", "to"].map((id) => ({ id, title: id === "share" ? "in %" : id, digits: 1 })),
    ],
    rows: [
      ...counted.map(([name, { all, above }]) => row(name, above, all)),
      row("all tables", sum("above"), sum("all")),
      row("seeds with one or more", seedsWithAny.size, seeds),
    ],
    notes: [
      `bench --profile clueless over ${seeds} seeds, ${pairs} pairs of each of the three worlds. from, to: Wilson's 95 % interval; blocks of one seed share answers, so that it is too narrow for all tables together.`,
    ],
  }),
);
