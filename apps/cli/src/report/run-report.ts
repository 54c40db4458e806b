import { RESAMPLING } from "@promptnce/core/scorecard";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { replaceFile, startOfFile } from "@promptnce/engine/files";
import { UsageError } from "#command/errors";
import { say } from "#command/start";
import { DataError } from "@promptnce/rows/errors";
import { RESULT, unreadable } from "@promptnce/rows/input";
import { methodSummaries, Reservoir, type NamedMethod, tally } from "@promptnce/rows/summary";
import { readResult, type ResultLine, resultPairs, surveyResult } from "@promptnce/rows/results";
import { checkOwnFiles, checkReportFile } from "#command/terminal";
import type { ReportOptions } from "./report-options.ts";
import { REPORT, reportPage } from "./report-page.ts";

/** The maximum number of pairs on the page. */
const PAIRS = 2000;

/**
 * Writes the page of a result to `out`, by default beside the result. A default path replaces
 * another program's page only with `force`.
 */
export async function runReport(file: string, { out: named, force }: ReportOptions): Promise<void> {
  await refuseFolders(file);
  const out = named ?? `${file.replace(/\.\w+$/, "")}.html`;
  const read = { path: file, is: "the result the page is made from" };
  checkOwnFiles([{ path: out, option: "--out", is: "the page" }], [read]);
  checkReportFile(out, "out");
  if (named === undefined && force !== true) checkReplaceablePage(out);
  const found = await surveyResult(readResult(file));
  if (found.rows === 0)
    throw new DataError(`${file} has a header but no rows: there is nothing to report.`);
  const tallied = await tallyResult(file, found.methods);
  replaceFile(out, reportPage({ name: basename(file), found, ...tallied }), "out");
  say(`The page is in ${out}.`);
}

/** The maximum offset of the generator tag in a page. */
const HEAD = 1000;

/**
 * Checks that a page at the default path would only replace an empty file or one written by
 * `report`: `estimate --report` writes pages with prompts and replies under the same names. Does
 * not report unreadable files.
 */
export function checkReplaceablePage(path: string): void {
  const start = startOfFile(path, HEAD);
  if (start === undefined || start === "") return;
  const [, generator] = /<meta name="generator" content="([^"<>]*)">/.exec(start) ?? [];
  if (generator === REPORT) return;
  const writer = generator?.startsWith("promptnce ") ? `by ${generator}` : "by something else";
  throw new UsageError(
    `${path} already exists and was written ${writer}; name another file with --out, or add --force`,
  );
}

/** The distribution and extremes of every method's estimates, and the pairs shown on the page. */
async function tallyResult(file: string, named: readonly NamedMethod[]) {
  let at: ResultLine | undefined;
  const tallied = tally(named, {
    truthOf: () => at?.truth,
    shareOf: () => at?.share,
    peopleOf: () => at?.people,
    isShown: () => at?.shown === true,
  });
  const drawn = new Reservoir<readonly ResultLine[]>(PAIRS, `${RESAMPLING.seed}/page`);
  for await (const pair of resultPairs(readResult(file))) {
    const first = pair[0]!;
    at = first;
    tallied.add(
      first.input,
      pair.map(({ estimate }) => estimate),
      { x: () => first.x.join(" / ") },
    );
    drawn.add(pair);
  }
  return { methods: await methodSummaries(tallied), extremes: tallied.extremes, drawn };
}

async function refuseFolders(file: string): Promise<void> {
  const found = await stat(file).catch((error: unknown) => {
    throw unreadable(file, error, RESULT);
  });
  if (!found.isDirectory()) return;
  throw new UsageError(
    `${file} is a folder: give the file of a result of \`promptnce estimate\`. For the page of a bench run, use \`bench report ${file}\`; for that of \`promptnce score\`, repeat its command, which asks nothing twice`,
  );
}
