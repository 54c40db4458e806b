import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run, type Taken } from "./run.ts";
import { writeRows } from "./write-rows.ts";

/** How many rows; a million unless another number is given. */
const rows = Number(process.argv[2] ?? 1_000_000);
const folder = mkdtempSync(join(tmpdir(), "promptnce-perf-"));
const file = join(folder, "rows.csv");

function line(what: string, { seconds, peakMb }: Taken): void {
  const speed = Math.round(rows / seconds).toLocaleString("en");
  const memory = peakMb === undefined ? "unknown" : `${Math.round(peakMb)} MB`;
  console.log(`${what.padEnd(44)} ${seconds.toFixed(1)} s  ${speed} rows/s  peak ${memory}`);
}

try {
  writeRows(file, rows);
  const options = ["--task", "words", "--y", "response", "--method", "promptnce"];
  const whole = ["estimate", file, ...options, "--out", join(folder, "whole.csv")];
  line("asked of the simulated respondent", await run(whole));
  const journal = statSync(join(folder, "whole.csv.replies.jsonl")).size;
  console.log(`the journal has ${(journal / 1e9).toFixed(2)} GB`);
  line("the same again, all from the journal", await run(whole));

  const broken = ["estimate", file, ...options, "--out", join(folder, "broken.csv")];
  await run(broken, "estimated 6");
  console.log("killed at some 60 % of the rows, and the same command again:");
  const resumed = await run(broken);
  line("resumed", resumed);
  console.log(/.* questions, .*/.exec(resumed.said)?.[0]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
