import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { availableParallelism, cpus } from "node:os";
import { join } from "node:path";
import { sampleRankCorrelation, standardDeviation } from "simple-statistics";
import { isotonicFit, isotonicPredict } from "@promptnce/core/calibration";
import { spearman } from "@promptnce/core/correlation";
import { bootstrapSpearmanStandardError } from "@promptnce/core/resampling";
import { aliasSampler, normal, random } from "@promptnce/core/sampling";
import { median, printTable } from "./print-table.ts";

const REPLICATES = 10_000;

/** One row of the table. peers.py does the same work under the same name. */
interface Task {
  readonly name: string;
  readonly ours: () => unknown;
  /** The equivalent with simple-statistics; `undefined` if it has none. */
  readonly npm?: () => unknown;
}

/** Prints the time of the statistics beside those of npm packages and of Python. */
export function printStatistics(): void {
  const { python, versions, ms } = pythonPeer();
  const manifest = createRequire(import.meta.url)("simple-statistics/package.json") as {
    version: string;
  };
  const libraries = Object.entries(versions).map(([name, version]) => `, ${name} ${version}`);
  console.log(
    `${availableParallelism()} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}, ` +
      `simple-statistics ${manifest.version}; Python ${python}${libraries.join("")}.\n`,
  );
  const rows = TASKS.map((make) => rowOf(make(), ms));
  const columns = ["task", "ours, ms", "simple-statistics ÷ ours", `Python ${python} ÷ ours`];
  printTable("Statistics", columns, rows);
}

function rowOf({ name, ours, npm }: Task, python: PythonPeer["ms"]): string[] {
  const ourMs = milliseconds(ours, 9);
  const npmRatio = npm === undefined ? "none has it" : ratioText(milliseconds(npm, 3) / ourMs);
  const pythonMs = python[name];
  const pythonRatio = pythonMs === undefined ? "absent" : ratioText(pythonMs / ourMs);
  return [name, ourMs.toPrecision(3), npmRatio, pythonRatio];
}

function ratioText(ratio: number): string {
  return ratio.toFixed(ratio < 10 ? 1 : 0);
}

/**
 * The median milliseconds of a call. Warms up first, and makes each measurement long enough for the
 * clock.
 */
function milliseconds(task: () => unknown, measurements: number): number {
  // The engine's compilers settle within half a second.
  let calls = 0;
  for (const start = performance.now(); performance.now() - start < 500; calls += 1) {
    sink.kept = task();
  }
  const repeats = Math.max(1, Math.ceil(calls / 25));
  const times = Array.from({ length: measurements }, () => elapsed(task, repeats) / repeats);
  return median(times);
}

function elapsed(task: () => unknown, repeats: number): number {
  const start = performance.now();
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    sink.kept = task();
  }
  return performance.now() - start;
}

/** Keeps results, so that no call can be optimised away. */
const sink: { kept?: unknown } = {};

interface PythonPeer {
  /** The version; `absent` if Python or SciPy is missing. */
  readonly python: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly ms: Readonly<Record<string, number>>;
}

/** Times the same work in the Python named by PROMPTNCE_PYTHON, or the one on the path. */
function pythonPeer(): PythonPeer {
  const python = process.env["PROMPTNCE_PYTHON"] ?? "python3";
  const script = join(import.meta.dirname, "peers.py");
  const { status, stdout } = spawnSync(python, [script], { encoding: "utf8" });
  if (status !== 0) return { python: "absent", versions: {}, ms: {} };
  return JSON.parse(stdout) as PythonPeer;
}

interface Columns {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/**
 * Two columns with the correlation of a middling method, with ties like those of rounded
 * probabilities if requested.
 */
function correlated(n: number, ties: boolean): Columns {
  const source = random(`correlated ${n}`);
  const round = (value: number): number => (ties ? Math.round(10 * value) / 10 : value);
  const x = Float64Array.from({ length: n }, () => normal(source));
  const y = x.map((value) => round(value + normal(source)));
  return { x: x.map(round), y };
}

/** A noisy increasing relation on [0, 1], with x rounded to thousandths if ties are requested. */
function increasing(n: number, ties: boolean): Columns {
  const source = random(`increasing ${n}`);
  const x = Float64Array.from({ length: n }, () => source.uniform());
  const y = x.map((value) => value * value + 0.3 * normal(source));
  return { x: ties ? x.map((value) => Math.round(1000 * value) / 1000) : x, y };
}

function spearmanTask(n: number, ties: boolean): Task {
  const { x, y } = correlated(n, ties);
  const [plainX, plainY] = [Array.from(x), Array.from(y)];
  return {
    name: `Spearman, n = ${n.toLocaleString("en")}, ${kind(ties)}`,
    ours: () => spearman(x, y),
    npm: () => sampleRankCorrelation(plainX, plainY),
  };
}

function bootstrapTask(ties: boolean): Task {
  const columns = correlated(500, ties);
  return {
    name: `Bootstrap SE of Spearman, n = 500, B = 10,000, ${kind(ties)}`,
    ours: () => bootstrapSpearmanStandardError(columns.x, columns.y, { seed: 1 }),
    npm: () => bootstrapByReranking(columns),
  };
}

/** What a user of the best package would write: draw, copy and rank again. */
function bootstrapByReranking({ x, y }: Columns): number {
  const source = random("package");
  const replicates = Array.from({ length: REPLICATES }, () => {
    const drawn = Array.from({ length: x.length }, () => source.below(x.length));
    return sampleRankCorrelation(
      drawn.map((i) => x[i]!),
      drawn.map((i) => y[i]!),
    );
  });
  return standardDeviation(replicates);
}

function isotonicTask(n: number, ties: boolean): Task {
  const { x, y } = increasing(n, ties);
  return {
    name: `Isotonic fit, n = ${n.toLocaleString("en")}, ${kind(ties)}`,
    ours: () => isotonicFit(x, y),
  };
}

function predictTask(n: number): Task {
  const { x, y } = increasing(n, false);
  const map = isotonicFit(x, y);
  return {
    name: `Isotonic predict, n = ${n.toLocaleString("en")}`,
    ours: () => isotonicPredict(map, x),
  };
}

/** Draws from a Zipf marginal over as many labels as Words has. */
function drawTask(): Task {
  const sampler = aliasSampler(Float64Array.from({ length: 10_469 }, (_, i) => 1 / (i + 1)));
  const source = random("draws");
  return {
    name: "10 million draws of 10,469 labels",
    ours: () => sampler(10_000_000, source),
  };
}

function kind(ties: boolean): string {
  return ties ? "ties" : "no ties";
}

/** In the order of the table. Tasks are created one at a time, so that only one holds its data. */
const TASKS: readonly (() => Task)[] = [
  ...[500, 100_000].flatMap((n) => [false, true].map((ties) => () => spearmanTask(n, ties))),
  () => bootstrapTask(false),
  () => bootstrapTask(true),
  ...[100_000, 1_000_000].flatMap((n) => [false, true].map((ties) => () => isotonicTask(n, ties))),
  () => predictTask(1_000_000),
  () => drawTask(),
];
