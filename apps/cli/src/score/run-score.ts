import { rmSync } from "node:fs";
import { join } from "node:path";
import { checkPlace, replaceFile } from "@promptnce/providers/choose";
import { checkOutcome, servedTexts } from "@promptnce/providers/run";
import { printable } from "../terminal/terminal.ts";
import { askScore, type ScoreOptions, type ScoreResult } from "./ask-score.ts";
import { classFrom, demoClass } from "./score-class.ts";
import { checkScoreFiles, type ScoreFile } from "./score-files.ts";
import { scoreCsv, scoreMarkdown } from "./table-text.ts";
import { comparisonsTable, pairsTable, rankingTable, studentsTable } from "./score-tables.ts";

/** Reads a class, or makes one up where no attempts are named; asks about it and writes what comes of it. */
export async function runScore(
  attempts: string | undefined,
  options: ScoreOptions,
  signal: AbortSignal,
): Promise<void> {
  const { out, report, seed } = options;
  const store = options.store ?? `${out}/replies.jsonl`;
  checkScoreFiles({ ...options, attempts, store });
  checkPlace(join(out, "manifest.json"), "with --out");
  const subject = attempts === undefined ? demoClass(seed) : await classFrom(attempts, options.summaries, options);
  for (const note of subject.notes) process.stderr.write(`${printable(note)}\n`);
  const result = await askScore(subject, options, store, signal);
  if (result === undefined) return;
  const written = await writeScore(result, { out, report });
  process.stderr.write(`Wrote ${written} files to ${out}, replies to ${store}.\n`);
  if (report) process.stderr.write(`The page is in ${join(out, "report.html")}.\n`);
  for (const sentence of servedTexts([result])) process.stderr.write(`${sentence}\n`);
  checkOutcome([result.asked]);
}

/** Writes what a run leaves into its folder, and its tables on standard output too; how many files there are. */
async function writeScore(result: ScoreResult, { out, report }: Pick<ScoreOptions, "out" | "report">): Promise<number> {
  const { scored, simulated, manifest } = result;
  const [ranking, pairs] = [rankingTable(scored, simulated), pairsTable(scored, simulated)];
  const texts = [ranking, pairs].map(scoreMarkdown) as [string, string];
  const files = new Map<ScoreFile, string>([
    ["tables/ranking.md", texts[0]],
    ["tables/ranking.csv", scoreCsv(ranking)],
    ["tables/pairs.md", texts[1]],
    ["tables/pairs.csv", scoreCsv(pairs)],
    ["students.csv", scoreCsv(studentsTable(scored, simulated))],
    ["comparisons.csv", scoreCsv(comparisonsTable(scored, simulated))],
    ["manifest.json", `${JSON.stringify(manifest, null, 2)}\n`],
  ]);
  if (report) {
    const { scorePage } = await import("./score-page.ts");
    files.set("report.html", await scorePage(result));
  } else {
    // A page of a run before, with its code and names, would stand beside other numbers.
    rmSync(join(out, "report.html"), { force: true });
  }
  for (const [name, text] of files) replaceFile(join(out, name), text, "with --out");
  process.stdout.write(texts.join("\n"));
  return files.size;
}
