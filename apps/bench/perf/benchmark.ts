import { join } from "node:path";
import { newFolder, type Taken, timed } from "./command.ts";
import { printTable } from "./print-table.ts";

const ROUNDS = 3;

/** Prints the time and memory of a default `bench` run, and of its report from stored replies. */
export async function printBenchmark(): Promise<void> {
  const runs: Taken[] = [];
  const reports: Taken[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await using folder = await newFolder();
    const out = join(folder.path, "out");
    runs.push(await timed("bench", ["--out", out]));
    reports.push(await timed("bench", ["report", out]));
  }
  const columns = ["program", "seconds, least", "seconds, most", "peak memory, MB"];
  printTable("The benchmark", columns, [rowOf("bench", runs), rowOf("bench report", reports)]);
}

function rowOf(program: string, rounds: readonly Taken[]): string[] {
  const seconds = rounds.map((round) => round.seconds);
  const peak = Math.max(...rounds.map(({ peakMegabytes = Number.NaN }) => peakMegabytes));
  const range = [Math.min(...seconds), Math.max(...seconds)];
  return [program, ...range.map((value) => value.toFixed(1)), peak.toFixed(0)];
}
