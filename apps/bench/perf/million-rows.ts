import { stat } from "node:fs/promises";
import { join } from "node:path";
import { newFolder, type Taken, timed } from "./command.ts";
import { printTable } from "./print-table.ts";
import { estimateOf, writeRows } from "./rows-file.ts";

const ROWS = 1_000_000;

/**
 * Prints the cost of `promptnce estimate` for a million rows: a first run, a run from the journal,
 * and a run that is killed and resumed.
 */
export async function printMillionRows(): Promise<void> {
  await using folder = await newFolder();
  const file = join(folder.path, "rows.csv");
  writeRows(file, ROWS, 500);
  const whole = estimateOf(file, "words", join(folder.path, "whole.csv"));
  const fullRun = await timed("promptnce", whole);
  const { size } = await stat(join(folder.path, "whole.csv.replies.jsonl"));
  const again = await timed("promptnce", whole);
  const broken = estimateOf(file, "words", join(folder.path, "broken.csv"));
  await timed("promptnce", broken, "estimated 6");
  const resumed = await timed("promptnce", broken);

  const journal = `a journal of ${(size / 1e9).toFixed(1)} GB`;
  printTable(
    "A million rows",
    ["run", "seconds", "rows a second", "peak memory"],
    [
      rowOf(`asked of the simulated respondent: ${journal}`, fullRun),
      rowOf("the same command again: all from the journal", again),
      rowOf("killed (SIGKILL) at 60 % and the same command again", resumed),
    ],
  );
}

function rowOf(run: string, { seconds, peakMegabytes }: Taken): string[] {
  const speed = Math.round(ROWS / seconds).toLocaleString("en");
  const memory = peakMegabytes === undefined ? "unknown" : `${Math.round(peakMegabytes)} MB`;
  return [run, seconds.toFixed(0), speed, memory];
}
