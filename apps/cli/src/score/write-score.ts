import { rmSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "@promptnce/providers/choose";
import { gridCsv, gridMarkdown } from "./grid.ts";
import type { ScoreResult } from "./run-score.ts";
import { comparisonsGrid } from "./comparisons-grid.ts";
import { pairsGrid } from "./pairs-grid.ts";
import { rankingGrid } from "./ranking-grid.ts";
import type { ScoreFile } from "./score-files.ts";
import { studentsGrid } from "./students-grid.ts";

/** Writes what a run leaves into its folder and gives the text of its tables for a terminal. */
export async function writeScore(
  folder: string,
  result: ScoreResult,
  { report }: { readonly report: boolean },
): Promise<{ readonly text: string; readonly files: readonly string[] }> {
  const { scored, simulated, manifest } = result;
  const [ranking, pairs] = [rankingGrid(scored, simulated), pairsGrid(scored, simulated)];
  const files = new Map<ScoreFile, string>([
    ["tables/ranking.md", gridMarkdown(ranking)],
    ["tables/ranking.csv", gridCsv(ranking)],
    ["tables/pairs.md", gridMarkdown(pairs)],
    ["tables/pairs.csv", gridCsv(pairs)],
    ["students.csv", gridCsv(studentsGrid(scored, simulated))],
    ["comparisons.csv", gridCsv(comparisonsGrid(scored, simulated))],
    ["manifest.json", `${JSON.stringify(manifest, null, 2)}\n`],
  ]);
  if (report) {
    const { scorePage } = await import("./score-page.ts");
    files.set("report.html", await scorePage(result));
  } else {
    // A page of a run before, with its code and names, would stand beside other numbers.
    rmSync(join(folder, "report.html"), { force: true });
  }
  for (const [name, text] of files) {
    replaceFile(join(folder, name), text, "with --out");
  }
  return { text: [ranking, pairs].map(gridMarkdown).join("\n"), files: [...files.keys()] };
}
