import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { checkPlace, replaceFile } from "@promptnce/engine/files";
import { z } from "zod";
import { estimatesCsv } from "./estimates-csv.ts";
import { draws } from "../experiments/theory.ts";
import { RESAMPLING } from "@promptnce/core/scorecard";
import { splits } from "../experiments/unreported/annotators.ts";
import { truthFiles } from "./truth-files.ts";
import { page } from "@promptnce/report";
import { resultFiles } from "./result-files.ts";
import { runLimits } from "./run-limits.ts";
import { drawnFigures, runPage } from "./run-page.ts";
import type { RunResult } from "../run/run.ts";

const option = "out";

/**
 * Checks, before any request, that the run can be written to the folder. @throws PlaceError if it
 * cannot.
 */
export function checkOut(folder: string): void {
  const ofSubfolders = ["tables", "figures"].map((name) => `${name}/.partial`);
  for (const name of [
    "report.html",
    "estimates.csv",
    "pairs.csv",
    "manifest.json",
    ...ofSubfolders,
  ]) {
    checkPlace(join(folder, name), option);
  }
}

/**
 * Writes the run into its folder, and removes the tables and figures of an earlier run, which would
 * otherwise seem to belong to the new manifest. Returns the names of both, and the limits that were
 * found.
 */
export async function writeRun(folder: string, result: RunResult) {
  const limits = await runLimits(result);
  const figures = drawnFigures(result);
  const files = resultFiles(result.tables, [...figures.values()].flat());
  files.set("report.html", page(runPage(result, figures, limits)));
  files.set("estimates.csv", estimatesCsv(result.results, result.jobs));
  for (const [name, text] of truthFiles(result)) {
    files.set(name, text);
  }
  const names = [...files.keys(), "manifest.json"];
  for (const [name, text] of files) {
    replaceFile(join(folder, name), text, option);
    files.delete(name); // Frees the memory of a written file.
  }
  const removed = removeEarlier(folder, names);
  // Written last, so the manifest lists the files of an earlier run until they are deleted.
  const resamples = {
    pairs: RESAMPLING.replicates,
    differences: RESAMPLING.replicates,
    splits,
    games: draws,
  };
  const manifest = JSON.stringify({ ...result.manifest, resamples, files: names }, null, 2);
  replaceFile(join(folder, "manifest.json"), `${manifest}\n`, option);
  return { files: names, removed, limits };
}

/** The table and figure files that a run writes, excluding any path outside its folder. */
const ofRun = /^(tables|figures)\/[\w-]+\.(md|csv|tex|svg)$/;

/**
 * Removes the tables and figures that the folder's manifest lists, except those in `kept`. Returns
 * their names.
 */
export function removeEarlier(folder: string, kept: readonly string[]): string[] {
  let earlier: string[] = [];
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
    earlier = z.object({ files: z.array(z.string()) }).parse(manifest).files;
  } catch {
    // The folder holds no run, or one whose manifest does not list its files.
  }
  const stale = earlier.filter((name) => ofRun.test(name) && !kept.includes(name));
  for (const name of stale) {
    rmSync(join(folder, name), { force: true });
  }
  return stale;
}
