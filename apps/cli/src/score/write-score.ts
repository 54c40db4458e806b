import { join } from "node:path";
import { replaceFile } from "@promptnce/providers/choose";
import { gridCsv, gridMarkdown } from "./grid.ts";
import type { ScoreResult } from "./run-score.ts";
import { comparisonsGrid } from "./comparisons-grid.ts";
import { pairsGrid } from "./pairs-grid.ts";
import { rankingGrid } from "./ranking-grid.ts";
import { studentsGrid } from "./students-grid.ts";

/** Writes what a run leaves into its folder and gives the text of its tables for a terminal. */
export async function writeScore(
  folder: string,
  result: ScoreResult,
  { report }: { readonly report: boolean },
): Promise<{ readonly text: string; readonly files: readonly string[] }> {
  const { scored, simulated, manifest } = result;
  const tables = [rankingGrid, pairsGrid].map((grid) => grid(scored, simulated));
  const details = [studentsGrid, comparisonsGrid].map((grid) => grid(scored, simulated));
  const files = new Map<string, string>([
    ...tables.flatMap((grid): [string, string][] => [
      [`tables/${grid.name}.md`, gridMarkdown(grid)],
      [`tables/${grid.name}.csv`, gridCsv(grid)],
    ]),
    ...details.map((grid): [string, string] => [`${grid.name}.csv`, gridCsv(grid)]),
    ["manifest.json", `${JSON.stringify(manifest, null, 2)}\n`],
  ]);
  if (report) {
    const { scorePage } = await import("./score-page.ts");
    files.set("report.html", scorePage(result));
  }
  for (const [name, text] of files) {
    replaceFile(join(folder, name), text, "with --out");
  }
  return { text: tables.map(gridMarkdown).join("\n"), files: [...files.keys()] };
}
