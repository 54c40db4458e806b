import jstat from "jstat";
import { sampleRankCorrelation, standardDeviation } from "simple-statistics";
import {
  aliasSampler,
  bootstrapSpearmanStandardError,
  isotonicFit,
  isotonicPredict,
  random,
  spearman,
} from "../src/index.ts";
import { sortedRuns } from "../src/numerics/sorted-runs.ts";
import { correlated, increasing, zipf, type Columns } from "./data.ts";
import { bootstrapFloor, drawFloor, isotonicFloor, predictFloor, spearmanFloor } from "./floors.ts";

/** One row of the table. By its name peers.py knows the same work. */
export interface Task {
  readonly name: string;
  readonly ours: () => unknown;
  readonly floor: () => unknown;
  /** None where no package has it. */
  readonly packages?: Readonly<Record<string, () => unknown>>;
}

const REPLICATES = 10_000;

function spearmanTask(n: number, ties: boolean): Task {
  const columns = correlated(n, ties);
  const [x, y] = [Array.from(columns.x), Array.from(columns.y)];
  return {
    name: `Spearman, n = ${n.toLocaleString("en")}, ${kind(ties)}`,
    ours: () => spearman(columns.x, columns.y),
    floor: spearmanFloor(columns),
    packages: {
      "simple-statistics": () => sampleRankCorrelation(x, y),
      jstat: () => jstat.jStat.spearmancoeff(x, y),
    },
  };
}

function bootstrapTask(ties: boolean): Task {
  const columns = correlated(500, ties);
  const { order, ends = order.map((_, k) => k + 1) } = sortedRuns(columns.x);
  const groups = ends.filter((end) => end > 0);
  const rankY = densely(columns.y, order);
  return {
    name: `Bootstrap SE of Spearman, n = 500, B = 10,000, ${kind(ties)}`,
    ours: () => bootstrapSpearmanStandardError(columns.x, columns.y, { seed: 1 }),
    floor: () => bootstrapFloor({ order, ends: groups, rankY }, REPLICATES),
    packages: { "simple-statistics": () => bootstrapByReranking(columns) },
  };
}

/** In the given order, the rank of each value among the different ones, from 0. */
function densely(values: Float64Array, order: Uint32Array): Uint32Array {
  const ranks = new Map([...new Set(values)].sort((a, b) => a - b).map((value, rank) => [value, rank]));
  return Uint32Array.from(order, (i) => ranks.get(values[i]!)!);
}

/** What a user of the best package writes: draw, copy, rank again. */
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
  const columns = increasing(n, ties);
  return {
    name: `Isotonic fit, n = ${n.toLocaleString("en")}, ${kind(ties)}`,
    ours: () => isotonicFit(columns.x, columns.y),
    floor: isotonicFloor(columns),
  };
}

function predictTask(n: number): Task {
  const { x, y } = increasing(n, false);
  const map = isotonicFit(x, y);
  return {
    name: `Isotonic predict, n = ${n.toLocaleString("en")}`,
    ours: () => isotonicPredict(map, x),
    floor: predictFloor(map.x, map.y, x),
  };
}

function drawTask(): Task {
  const sampler = aliasSampler(zipf);
  const source = random("draws");
  return {
    name: "10 million draws of 10,469 labels",
    ours: () => sampler(10_000_000, source),
    floor: drawFloor(zipf.length, 10_000_000),
  };
}

const kind = (ties: boolean) => (ties ? "ties" : "no ties");

/** In the order of the table; made one at a time, so that only one holds its data. */
export const tasks: readonly (() => Task)[] = [
  ...[500, 100_000].flatMap((n) => [false, true].map((ties) => () => spearmanTask(n, ties))),
  () => bootstrapTask(false),
  () => bootstrapTask(true),
  ...[100_000, 1_000_000].flatMap((n) => [false, true].map((ties) => () => isotonicTask(n, ties))),
  () => predictTask(1_000_000),
  () => drawTask(),
];
