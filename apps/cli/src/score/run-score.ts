import { rmSync } from "node:fs";
import { join } from "node:path";
import { checkPlace, replaceFile } from "@promptnce/providers/choose";
import { checkOutcome, servedTexts } from "@promptnce/providers/run";
import { printable } from "#report/terminal";
import { askScore, type ScoreResult } from "./ask-score.ts";
import { classFrom, demoClass } from "./score-class.ts";
import type { ScoreOptions } from "./score-options.ts";
import { checkScoreFiles, scoreFiles } from "./score-files.ts";

/** Reads a class, or makes one up where no attempts are named; asks about it and writes what comes of it. */
export async function runScore(attempts: string | undefined, options: ScoreOptions, signal: AbortSignal) {
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
  const files = new Map(scoreFiles);
  if (!report) {
    // A page of a run before, with its code and names, would stand beside other numbers.
    rmSync(join(out, "report.html"), { force: true });
    files.delete("report.html");
  }
  const tables: string[] = [];
  for (const [name, textOf] of files) {
    const text = await textOf(result);
    replaceFile(join(out, name), text, "with --out");
    if (name.endsWith(".md")) tables.push(text);
  }
  process.stdout.write(tables.join("\n"));
  return files.size;
}
