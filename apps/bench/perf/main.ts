import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { spearman } from "@promptnce/core/correlation";
import { bootstrapSpearmanStandardError } from "@promptnce/core/resampling";
import { normal, random } from "@promptnce/core/sampling";
import { sampleRankCorrelation, standardDeviation } from "simple-statistics";
import { Bench } from "tinybench";
import { modelWork } from "./model-work.ts";
import { printTable } from "./print-table.ts";
import type { Work } from "./work.ts";

// The table of docs/performance.md: each work beside its floor, measured in one run, since absolute
// times belong to the machine.

/** Two columns with the correlation of a middling method, and ties like those of rounded numbers. */
function correlated(n: number): readonly [x: Float64Array, y: Float64Array] {
  const source = random(`correlated ${n}`);
  const round = (value: number): number => Math.round(10 * value) / 10;
  const x = Float64Array.from({ length: n }, () => normal(source));
  const y = x.map((value) => round(value + normal(source)));
  return [x.map(round), y];
}

function spearmanWork(n: number): Work {
  const [x, y] = correlated(n);
  const [plainX, plainY] = [Array.from(x), Array.from(y)];
  return {
    name: `Spearman, n = ${n.toLocaleString("en")}`,
    ours: () => spearman(x, y),
    floor: () => sampleRankCorrelation(plainX, plainY),
    floorName: "simple-statistics",
  };
}

function bootstrapWork(replicates: number): Work {
  const [x, y] = correlated(500);
  const source = random("package");
  // What a user of the package would write: draw, copy and rank again.
  const drawn = (): number => {
    const places = Array.from(x, () => source.below(x.length));
    return sampleRankCorrelation(
      places.map((i) => x[i]!),
      places.map((i) => y[i]!),
    );
  };
  return {
    name: `bootstrap error of Spearman, n = 500, B = ${replicates.toLocaleString("en")}`,
    ours: () => bootstrapSpearmanStandardError(x, y, { seed: 1, replicates }),
    floor: () => standardDeviation(Array.from({ length: replicates }, drawn)),
    floorName: "simple-statistics",
  };
}

const node = (...args: readonly string[]) => promisify(execFile)(process.execPath, args);
const promptnce = (...args: readonly string[]) =>
  node(join(import.meta.dirname, "../../cli/src/main.js"), ...args);

function startWork(option: string): Work {
  return {
    name: `promptnce ${option}`,
    ours: () => promptnce(option),
    floor: () => node("--eval", ""),
    floorName: "an empty Node",
  };
}

const PARSE = `
  const { readFileSync } = require("node:fs");
  for (const line of readFileSync(process.argv[1], "utf8").split("\\n")) if (line) JSON.parse(line);`;

/** `estimate` with the simulated respondent: asked anew each time, or all from the store. */
async function estimateWork(folder: string, rows: number): Promise<readonly Work[]> {
  const file = join(folder, "rows.csv");
  const lines = Array.from({ length: rows }, (_, row) => `cue ${row},WORD${row % 50}\n`);
  await writeFile(file, ["cue,response\n", ...lines].join(""));
  let runs = 0;
  const estimate = (out: string) =>
    promptnce("estimate", file, "--task", "words", "--y", "response", "--out", join(folder, out));
  await estimate("kept.csv");
  const stored = join(folder, "kept.csv.replies.jsonl");
  const floor = { floor: () => node("--eval", PARSE, stored), floorName: "parsing its journal" };
  const name = `promptnce estimate, ${rows.toLocaleString("en")} rows`;
  return [
    { name, ours: () => estimate(`${runs++}.csv`), ...floor },
    { name: "the same again, from the store", ours: () => estimate("kept.csv"), ...floor },
  ];
}

const rounded = (value: number): number => Number(value.toPrecision(3));

const folder = await mkdtemp(join(tmpdir(), "promptnce-perf-"));
try {
  const work = [
    spearmanWork(500),
    spearmanWork(100_000),
    bootstrapWork(1000),
    startWork("--version"),
    startWork("--help"),
    ...(await estimateWork(folder, 2000)),
    ...modelWork(),
  ];
  const bench = new Bench({ time: 500, iterations: 5, warmupTime: 100, warmupIterations: 1 });
  for (const { name, ours, floor } of work) {
    bench.add(name, ours).add(`${name}: floor`, floor);
  }
  await bench.run();
  const median = (name: string): number => {
    const result = bench.getTask(name)!.result;
    if (result.state === "completed") return result.latency.p50;
    const cause = result.state === "errored" ? result.error : result.state;
    throw new Error(`${name} could not be measured.`, { cause });
  };
  const rows = work.map(({ name, floorName }) => {
    const [ours, floor] = [median(name), median(`${name}: floor`)];
    return [name, rounded(ours), floorName, rounded(floor), rounded(ours / floor)];
  });
  printTable("Performance", ["work", "ours, ms", "floor", "floor, ms", "ours ÷ floor"], rows);
} finally {
  await rm(folder, { recursive: true });
}
