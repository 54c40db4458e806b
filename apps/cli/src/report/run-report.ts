import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { UsageError } from "@promptnce/providers/choose";
import { unreadable } from "../compare/read-records.ts";
import { nextSteps } from "../estimate/next-steps.ts";
import { reservoir } from "../estimate/reservoir.ts";
import { isSimulated } from "../estimate/result-columns.ts";
import { number, resultPage, unreadableFact } from "../estimate/result-page.ts";
import { methodSummaries } from "../estimate/summary.ts";
import { type NamedMethod, tally } from "../estimate/tally.ts";
import type { PairRow } from "../page.ts";
import { checkReportFile, writeReportFile } from "../report-file.ts";
import { thisProgram } from "../this-program.ts";
import { readResult, type ResultLine } from "./read-result.ts";

/** How many pairs the page shows at most. */
const PAIRS = 2000;
const seed = "1";

/**
 * Writes the page of a result of `estimate`, from the file alone: without prompts and replies.
 *
 * @throws UsageError for a folder, DataError for a file that is no result or a page that cannot be written.
 */
export async function runReport(file: string, out: string): Promise<void> {
  await refuseFolders(file);
  await checkReportFile(out, [file], "--out");
  const found = await survey(file);
  const { methods, models, rows, labels, inputs, counted } = found;
  let known: ResultLine["truth"];
  const tallied = tally(methods, { truthOf: () => known, seed });
  const drawn = reservoir<ResultLine[]>(PAIRS, `${seed}/page`);
  for await (const pair of pairsIn(file)) {
    for (const { truth, input, estimate } of pair) {
      known = truth;
      tallied.add(input, [estimate]);
    }
    drawn.add(pair);
  }
  const simulated = models.filter(isSimulated);
  const summaries = methodSummaries({ methods: tallied.methods, seed });
  const name = basename(file);
  const html = resultPage({
    title: `PMI in ${name}`,
    simulated:
      simulated.length > 0
        ? `Answers of ${simulated.join(", ")} are those of the simulated respondent, which is no model: a rehearsal.`
        : undefined,
    task: name,
    model: models.join(", "),
    facts: [
      ["Asked", models.join(", ")],
      ["Rows", number(rows)],
      ["Inputs", `${number(inputs)} different`],
      ["Labels", number(labels)],
      unreadableFact(summaries),
    ],
    methods: summaries,
    // How large the candidate sets were the file does not say: nothing is advised about them.
    next: nextSteps({ simulated: simulated.length > 0, counted, k: labels, labels }, summaries),
    pairs: { pairs: drawn.kept.toSorted((a, b) => lineOf(a) - lineOf(b)).map(pairRow), questions: [] },
    pairsIntro: `${drawn.seen === drawn.kept.length ? "Every pair of the file." : `${number(drawn.kept.length)} pairs drawn at random from the file.`} Prompts and replies are on the page that \`promptnce estimate --report\` writes.`,
    unreadable: [],
    unreadableIntro: "The file counts what could not be read and does not hold the replies: the store does.",
    manifest: {
      program: thisProgram(),
      result: name,
      rows,
      models,
      note: "Made from the result's file alone: pairs that a prompt has shown are not known and not left out of the scores.",
    },
  });
  await writeReportFile(out, html, "--out");
  process.stderr.write(`The page is in ${out}.\n`);
} // prettier-ignore

async function refuseFolders(file: string): Promise<void> {
  const found = await stat(file).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  if (!found.isDirectory()) return;
  throw new UsageError(
    `${file} is a folder: give the file of a result of \`promptnce estimate\`; the page of a bench run is made again by \`bench report ${file}\`, that of \`promptnce score\` by its own command, which asks nothing twice`,
  );
}

/** What must be known of all rows before the first is tallied. */
async function survey(file: string) {
  const methods = new Map<string, NamedMethod>();
  const [models, labels, inputs] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let rows = 0;
  let counted = false;
  for await (const lines of readResult(file)) {
    for (const line of lines) {
      rows++;
      methods.set(line.estimate.method.id, line.estimate.method);
      models.add(line.model);
      labels.add(line.y);
      inputs.add(line.input);
      counted ||= line.counted;
    }
  }
  return {
    rows,
    counted,
    methods: [...methods.values()],
    models: [...models],
    labels: labels.size,
    inputs: inputs.size,
  };
}

/** The rows of a pair together: its methods follow each other, except where labels are ranked. */
async function* pairsIn(file: string): AsyncGenerator<ResultLine[]> {
  let pair: ResultLine[] = [];
  for await (const lines of readResult(file)) {
    for (const line of lines) {
      const same = pair[0]?.pair === line.pair && !pair.some((one) => one.estimate.method === line.estimate.method); // prettier-ignore
      if (!same && pair.length > 0) {
        yield pair;
        pair = [];
      }
      pair.push(line);
    }
  }
  if (pair.length > 0) yield pair;
}

function lineOf([first]: readonly ResultLine[]): number {
  return first?.line ?? 0;
}

function pairRow(lines: readonly ResultLine[]): PairRow {
  const [{ x, y, model, line, truth }] = lines as [ResultLine];
  return {
    dataset: "",
    model,
    pair: `line ${line}`,
    x: x.join(" / "),
    y,
    ...truth,
    estimates: lines.map(({ estimate: { method, estimate, other, readable } }) => ({
      method: method.title,
      ...estimate,
      ...(other !== undefined && { other }),
      status: readable ? "ok" : "unreadable",
      asked: [],
    })),
  };
}
