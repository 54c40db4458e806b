import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { checkPlace, replaceFile } from "@promptnce/engine/files";
import { UsageError } from "#command/errors";
import { print, say } from "#command/start";
import { checkOutcome, servedTexts } from "@promptnce/engine/run";
import { checkOwnFiles, printable, type ReadFile, withEndNoted } from "#command/terminal";
import { thisProgram } from "../terminal/this-program.ts";
import { askScore, type ScoreResult } from "./ask-score.ts";
import type { ScoreOptions } from "./score-options.ts";
import { classFrom, demoClass } from "./score-class.ts";
import { comparisonsTable, pairsTable, rankingTable, studentsTable } from "./score-tables.ts";
import { scoreCsv, scoreMarkdown } from "./table-text.ts";
import { scoreVerdict } from "./verdict.ts";

/**
 * Reads a class (or generates one if no attempts are named), sends its questions and writes the
 * results.
 */
export async function runScore(
  attempts: string | undefined,
  options: ScoreOptions,
  signal: AbortSignal,
) {
  const { out, report, seed } = options;
  const store = options.store ?? `${out}/replies.jsonl`;
  checkScoreFiles({ ...options, attempts, store });
  checkPlace(join(out, "manifest.json"), "out");
  const subject =
    attempts === undefined
      ? demoClass(seed)
      : await classFrom(attempts, options.summaries, options);
  for (const note of subject.notes) {
    say(printable(note));
  }
  const result = await askScore(subject, options, store, signal);
  if (result === undefined) return;
  const written = await writeScore(result, { out, report });
  say(printable(scoreVerdict(result.scored)));
  say(`Wrote ${written} files to ${out}, replies to ${store}.`);
  if (report) say(`The page is in ${join(out, "report.html")}.`);
  for (const sentence of servedTexts([result])) {
    say(sentence);
  }
  await withEndNoted(store, signal, () => checkOutcome([result.asked]));
}

/**
 * The number of files written: the output of a run in its folder. Its tables also go to standard
 * output.
 */
async function writeScore(
  result: ScoreResult,
  { out, report }: Pick<ScoreOptions, "out" | "report">,
): Promise<number> {
  const files = new Map(scoreFiles);
  if (!report) {
    // The page of an earlier run, with its code and names, would not match the new numbers.
    rmSync(join(out, "report.html"), { force: true });
    files.delete("report.html");
  }
  const tables: string[] = [];
  for (const [name, textOf] of files) {
    const text = await textOf(result);
    replaceFile(join(out, name), text, "out");
    if (name.endsWith(".md")) tables.push(text);
  }
  print(tables.join("\n"));
  return files.size;
}

type TextOf = (result: ScoreResult) => string | Promise<string>;

/** The text of each file in the folder of a run, except the replies. */
export const scoreFiles: ReadonlyMap<string, TextOf> = new Map<string, TextOf>([
  ["tables/ranking.md", ({ scored, simulated }) => scoreMarkdown(rankingTable(scored, simulated))],
  ["tables/ranking.csv", ({ scored, simulated }) => scoreCsv(rankingTable(scored, simulated))],
  ["tables/pairs.md", ({ scored, simulated }) => scoreMarkdown(pairsTable(scored, simulated))],
  ["tables/pairs.csv", ({ scored, simulated }) => scoreCsv(pairsTable(scored, simulated))],
  ["students.csv", ({ scored, simulated }) => scoreCsv(studentsTable(scored, simulated))],
  ["comparisons.csv", ({ scored, simulated }) => scoreCsv(comparisonsTable(scored, simulated))],
  ["manifest.json", ({ manifest }) => `${JSON.stringify(manifest, null, 2)}\n`],
  ["report.html", async (result) => (await import("./score-page.ts")).scorePage(result)],
]);

interface ScorePlaces extends Pick<ScoreOptions, "summaries" | "out"> {
  readonly attempts: string | undefined;
  readonly store: string;
  readonly force?: boolean;
}

/**
 * Checks that a run overwrites none of its inputs and, without `force`, no file in a folder whose
 * manifest is not `score`'s: users have files named students.csv too.
 */
export function checkScoreFiles({ attempts, summaries, out, store, force }: ScorePlaces): void {
  const read: ReadFile[] = [
    { path: attempts, is: "the file of the attempts" },
    ...(summaries ?? []).map((path) => ({ path, is: "a file of summaries" })),
  ];
  const names = [...scoreFiles.keys()];
  const written = names.map((name) => ({
    path: join(out, name),
    option: "--out",
    is: `where ${name} goes`,
  }));
  checkOwnFiles(
    [...written, { path: store, option: "--store", is: "where the replies are kept" }],
    read,
  );
  const existing = names.find((name) => existsSync(join(out, name)));
  if (force || existing === undefined || isScore(join(out, "manifest.json"))) return;
  throw new UsageError(
    `--out: ${join(out, existing)} already exists and was not written by score; name another folder, or add --force`,
  );
}

function isScore(manifest: string): boolean {
  try {
    const { program, comparisons } = JSON.parse(readFileSync(manifest, "utf8")) as Record<
      string,
      unknown
    >;
    return (
      (program as { name?: unknown }).name === thisProgram().name && Array.isArray(comparisons)
    );
  } catch {
    return false;
  }
}
