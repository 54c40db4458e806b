import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "@promptnce/providers/choose";
import { checkOwnFiles, type ReadFile } from "#report/terminal";
import type { ScoreResult } from "./ask-score.ts";
import type { ScoreOptions } from "./score-options.ts";
import { comparisonsTable, pairsTable, rankingTable, studentsTable } from "./score-tables.ts";
import { scoreCsv, scoreMarkdown } from "./table-text.ts";
import { thisProgram } from "../terminal/this-program.ts";

type TextOf = (result: ScoreResult) => string | Promise<string>;

/** What a run leaves in its folder, beside the replies: the text of each file. */
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

/** What a run of `score` reads and where it writes. */
interface ScorePlaces extends Pick<ScoreOptions, "summaries" | "out"> {
  readonly attempts: string | undefined;
  readonly store: string;
  readonly force?: boolean;
}

/**
 * Makes sure that a run replaces nothing that it reads and, without `force`, no file of a folder but
 * one that `score` wrote, which its manifest tells: people call their files students.csv too.
 *
 * @throws UsageError naming the file.
 */
export function checkScoreFiles({ attempts, summaries, out, store, force }: ScorePlaces): void {
  const read: ReadFile[] = [
    { path: attempts, is: "the file of the attempts" },
    ...summaries.map((path) => ({ path, is: "a file of summaries" })),
  ];
  const names = [...scoreFiles.keys()];
  const written = names.map((name) => ({ path: join(out, name), option: "--out", is: `where ${name} goes` }));
  checkOwnFiles([...written, { path: store, option: "--store", is: "where the replies are kept" }], read);
  const there = names.find((name) => existsSync(join(out, name)));
  if (force || there === undefined || isScore(join(out, "manifest.json"))) return;
  throw new UsageError(
    `--out: ${join(out, there)} is there already and was not written by score; name another folder, or say --force`,
  );
}

function isScore(manifest: string): boolean {
  try {
    const { program, comparisons } = JSON.parse(readFileSync(manifest, "utf8")) as Record<string, unknown>;
    return (program as { name?: unknown }).name === thisProgram().name && Array.isArray(comparisons);
  } catch {
    return false;
  }
}
