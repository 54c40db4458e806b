import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { printBlindRespondents } from "./blind.ts";
import { printMillionRows } from "./million-rows.ts";
import { printPaidRun } from "./paid-run.ts";
import { printStart } from "./start.ts";
import { printStatistics } from "./statistics.ts";
import { printWaiting } from "./waiting.ts";
import { printWorkers } from "./workers.ts";

/**
 * The tables of docs/performance.md, in its order. A section that returns false violates a claim of
 * the document.
 */
const sections: Readonly<Record<string, () => unknown>> = {
  statistics: printStatistics,
  coverage: () => printValidity("coverage"),
  units: () => printValidity("units"),
  weights: () => printValidity("weights"),
  marks: () => printValidity("marks"),
  beyond: () => printValidity("beyond"),
  "few-labels": () => printValidity("few-labels"),
  clusters: () => printValidity("clusters"),
  "hard-labels": () => printValidity("hard-labels"),
  advice: () => printValidity("advice"),
  blind: printBlindRespondents,
  "million-rows": printMillionRows,
  start: printStart,
  waiting: printWaiting,
  "paid-run": printPaidRun,
  workers: printWorkers,
};

/**
 * A table on the validity of intervals and marks, simulated in packages/core beside the statistics.
 */
function printValidity(name: string): void {
  const file = join(import.meta.dirname, "../../../packages/core/perf/validity.ts");
  const { status } = spawnSync(process.execPath, [file, name], { stdio: "inherit" });
  if (status !== 0) throw new Error(`${file} ended with ${status}.`);
}

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !Object.hasOwn(sections, name));
if (unknown.length > 0) {
  console.error(
    `No such table: ${unknown.join(", ")}. Name any of ${Object.keys(sections).join(", ")}.`,
  );
  process.exitCode = 2;
} else {
  for (const [name, print] of Object.entries(sections)) {
    if (requested.length > 0 && !requested.includes(name)) continue;
    if ((await print()) === false) process.exitCode = 1;
  }
}
