import { availableParallelism, cpus } from "node:os";
import { createRequire } from "node:module";
import { bcaInterval, bootstrap, compareMethods, jackknife, percentileInterval } from "../src/index.ts";
import { resampledSpearman } from "../src/index.ts";
import { correlated } from "./data.ts";
import { milliseconds } from "./measure.ts";
import { printTable } from "./print-table.ts";
import { pythonPeer, type PythonPeer } from "./peers.ts";
import { tasks, type Task } from "./tasks.ts";

/** Prints, as Markdown, how long the statistics take beside a floor and their peers. */
function main(): void {
  printMachine();
  const python = pythonPeer();
  printPeers(python);
  printTimes(python);
  printIntervals();
  printTables();
}

function printMachine(): void {
  const model = cpus()[0]?.model.trim() || "an unnamed processor";
  console.log(`Machine: ${availableParallelism()} × ${model}, ${process.platform} ${process.arch}.`);
  console.log(`Node ${process.version.slice(1)}.`);
}

function printPeers({ python, versions }: PythonPeer): void {
  const version = (name: string): string => createRequire(import.meta.url)(`${name}/package.json`).version;
  console.log(`npm: simple-statistics ${version("simple-statistics")}, jstat ${version("jstat")}.`);
  const libraries = Object.entries(versions).map(([library, own]) => `, ${library} ${own}`);
  console.log(`Python ${python}${libraries.join("")}.`);
}

function printTimes({ python, ms }: PythonPeer): void {
  console.log("\nMedian ms, and how many times as long as ours the others took.\n");
  const columns = ["task", "#ours, ms", "#ours ÷ floor", "npm ÷ ours", `#Python ${python} ÷ ours`];
  const rows = tasks.values().map((make) => rowOf(make(), ms));
  printTable(columns, rows);
}

function rowOf(task: Task, ofPython: PythonPeer["ms"]): string[] {
  const ours = milliseconds(task.ours);
  const floor = milliseconds(task.floor);
  const measured = Object.entries(task.packages ?? {}).map(([name, run]) => [name, milliseconds(run, 3)] as const);
  const packages = measured.map(([name, ms]) => `${name} ${times(ms / ours)}`);
  const python = ofPython[task.name];
  const others = [packages.join(", ") || "none has it", python === undefined ? "absent" : times(python / ours)];
  return [task.name, ours.toPrecision(3), (ours / floor).toFixed(2), ...others];
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
