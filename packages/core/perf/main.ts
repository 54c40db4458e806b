import { availableParallelism, cpus } from "node:os";
import { createRequire } from "node:module";
import { bcaInterval, bootstrap, compareMethods, jackknife, percentileInterval } from "../src/index.ts";
import { resampledSpearman } from "../src/index.ts";
import { correlated } from "./data.ts";
import { milliseconds } from "./measure.ts";
import { printTable } from "./print-table.ts";
import { pythonPeers, type PythonPeer } from "./peers.ts";
import { tasks, type Task } from "./tasks.ts";

/** Prints, as Markdown, how long the statistics take beside a floor and their peers. */
function main(): void {
  printMachine();
  const { present, absent } = pythonPeers();
  printPeers(present, absent);
  printTimes(present);
  printIntervals();
  printTables();
}

function printMachine(): void {
  const model = cpus()[0]?.model.trim() || "an unnamed processor";
  console.log(`Machine: ${availableParallelism()} × ${model}, ${process.platform} ${process.arch}.`);
  console.log(`Node ${process.version.slice(1)}.`);
}

function printPeers(present: readonly PythonPeer[], absent: readonly string[]): void {
  const version = (name: string): string => createRequire(import.meta.url)(`${name}/package.json`).version;
  console.log(`npm: simple-statistics ${version("simple-statistics")}, jstat ${version("jstat")}.`);
  for (const { name } of present) console.log(`${name}.`);
  for (const sentence of absent) console.log(`Absent: ${sentence}`);
}

function printTimes(peers: readonly PythonPeer[]): void {
  console.log("\nMedian ms, and how many times as long as ours the others took.\n");
  const pythons = peers.map(({ name }) => name.replace(/^Python ([\d.]+).*/, "Python $1"));
  const columns = ["task", "#ours, ms", "#ours ÷ floor", "npm ÷ ours", ...pythons.map((name) => `#${name} ÷ ours`)];
  printTable(
    columns,
    tasks.values().map((make) => rowOf(make(), peers)),
  );
}

function rowOf(task: Task, peers: readonly PythonPeer[]): string[] {
  const ours = milliseconds(task.ours);
  const floor = milliseconds(task.floor);
  const packages = Object.entries(task.packages).map(([name, run]) => `${name} ${times(milliseconds(run, 3) / ours)}`);
  const pythons = peers.map(({ ms }) => {
    const time = ms[task.python];
    return time === undefined ? "absent" : times(time / ours);
  });
  const npm = packages.join(", ") || "none has it";
  return [task.name, ours.toPrecision(3), (ours / floor).toFixed(2), npm, ...pythons];
}

function times(ratio: number): string {
  return ratio < 10 ? ratio.toFixed(1) : ratio.toFixed(0);
}

function printIntervals(): void {
  const { x, y } = correlated(500, true);
  const statistic = resampledSpearman(x, y);
  const value = statistic(new Uint32Array(500).fill(1));
  const percentile = milliseconds(() => percentileInterval(bootstrap([statistic], 500, { seed: 1 })[0]!));
  const bca = milliseconds(() => {
    const [replicates] = bootstrap([statistic], 500, { seed: 1 });
    return bcaInterval(replicates!, { value, jackknife: jackknife(statistic, 500) });
  });
  console.log(`\nBCa interval ÷ percentile interval, n = 500, B = 10,000: ${(bca / percentile).toFixed(2)}.`);
}

/** As many comparisons as the paper's tables have: three datasets, twelve methods each. */
function printTables(): void {
  const start = process.cpuUsage();
  for (let dataset = 0; dataset < 3; dataset++) {
    const { x: truth } = correlated(500, true);
    const methods = Array.from({ length: 12 }, (_, m) => ({
      name: `method ${m}`,
      estimates: correlated(500 + m, true).y.subarray(0, 500),
    }));
    compareMethods(truth, methods, { seed: dataset });
  }
  const { user, system } = process.cpuUsage(start);
  console.log(
    `\nThree datasets × twelve methods, n = 500, B = 10,000: ρ, standard errors, BCa intervals and all ` +
      `paired differences in ${((user + system) / 1e6).toFixed(2)} s of processor time.`,
  );
}

main();
