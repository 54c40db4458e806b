import { say } from "#command/start";
import { checkPlace } from "@promptnce/engine/files";
import { JOIN_PARTS } from "#command/options";
import { asFlag, UsageError } from "#command/errors";
import {
  askAll,
  checkOutcome,
  inShard,
  type PlannedInquiry,
  planned,
  questionsOfUnits,
  type Session,
  type Shard,
  shardText,
} from "@promptnce/engine/run";
import { estimatePrepared, type PreparedRows } from "@promptnce/rows";
import { outputFormat } from "@promptnce/rows/input";
import type { RowUnit } from "@promptnce/rows/survey";
import { isTaskFile } from "@promptnce/rows/tasks";
import { askModel } from "../asking/ask-model.ts";
import { checkOwnFiles, checkReportFile, showProgress } from "#command/terminal";
import { answerAndWrite } from "./answer-and-write.ts";
import { conclude, manifestFile } from "./conclude.ts";
import type { EstimateOptions } from "./estimate-options.ts";
import { type EstimatePlan, prepare } from "./prepare.ts";
import type { AnswerSource, EstimateSetup } from "./estimate-setup.ts";

/**
 * Reads rows, sends their questions and writes the results. Aborting `closing` stops new requests.
 */
export async function runEstimate(
  options: EstimateOptions,
  closing: AbortController,
): Promise<void> {
  const { out, outFormat, report, bom, escapeFormulas, shard } = options.given;
  const format = outputFormat(out, outFormat);
  if ((bom || escapeFormulas) && !["csv", "tsv"].includes(format)) {
    throw new UsageError(
      `--${bom ? "bom" : "escape-formulas"}: is for CSV and TSV, which spreadsheets open, not ${format}`,
    );
  }
  checkFiles(options);
  // A partial set of questions produces no result.
  if (shard === undefined) checkPlace(out, "out");
  if (shard === undefined) checkPlace(manifestFile(out) ?? "-", "out");
  if (shard === undefined && report !== undefined) checkReportFile(report);
  const { signal } = closing;
  const finish = async (
    prepared: EstimateSetup,
    answering: AnswerSource,
    batched: number,
  ): Promise<void> => {
    const answered = await answerAndWrite(prepared, options, { format, answering, closing });
    await conclude(prepared, options, { ...answered, answering, batched });
  };
  if (options.given.recorded) {
    const { prepareRecorded } = await import("./prepare-recorded.ts");
    const { prepared, ...answering } = await prepareRecorded(options, signal);
    return finish(prepared, answering, 0);
  }
  await using prepared = await prepare(options, signal);
  const asks = rowAsks(prepared, shard);
  const counted = rowAsks(
    { ...prepared, units: () => showUnits(prepared.units(), prepared.unitCount, signal) },
    shard,
  );
  const { provider } = prepared.respondent;
  const inHand = prepared.window * prepared.trials * prepared.methods.length;
  const how = { provider, asks, counted, inHand, signal };
  await askModel(options, how, async (session, batched) =>
    shard === undefined
      ? finish(prepared, answeringOf(prepared, session), batched)
      : askShard(asks, options, { session, task: prepared.task.name, signal }),
  );
}

/** A session as a source of answers. Its counts are read at the time of use. */
function answeringOf(prepared: EstimatePlan, session: Session): AnswerSource {
  return {
    provider: session.provider,
    replies: session.replies,
    get asked() {
      return session.asked;
    },
    estimated: (running) =>
      estimatePrepared(prepared, session, { window: prepared.window, ...running }),
  };
}

/**
 * Refuses to overwrite an input, to write two outputs to one file, and to read two inputs from
 * standard input.
 */
function checkFiles({ given, input, store, study }: EstimateOptions): void {
  const { task } = given;
  if (input === "-" && given.counts === "-") {
    throw new UsageError(
      "--counts: standard input already holds the rows; give the counts as a file",
    );
  }
  checkOwnFiles(
    [
      { path: given.out, option: "--out", is: "where the results go" },
      { path: manifestFile(given.out), option: "--out", is: "where the manifest goes" },
      { path: given.report, option: "--report", is: "where the page goes" },
      { path: store, option: "--store", is: "where the replies are kept" },
    ],
    [
      { path: input, is: "the file the rows come from" },
      { path: fileOf(given.labels), is: "the file of the labels" },
      { path: given.counts, is: "the file of the counts" },
      {
        path: typeof task === "string" && isTaskFile(task) ? task : undefined,
        is: "the file of the task",
      },
      { path: study.file === manifestFile(given.out) ? undefined : study.file, is: "the study" },
    ],
  );
}

/** The file that an option names, unless its value is no name. */
function fileOf(given: unknown): string | undefined {
  return typeof given === "string" ? given : undefined;
}

/** Sends the requests of one part of a run, and leaves the replies in the journal. */
async function askShard(
  asks: AsyncIterable<PlannedInquiry>,
  { given, store }: EstimateOptions,
  run: { readonly session: Session; readonly task: string; readonly signal: AbortSignal },
): Promise<void> {
  const { session, task, signal } = run;
  let total = 0;
  for await (const _ of asks) {
    total++;
  }
  const { counts } = session;
  {
    const asked = { model: session.provider.model, task };
    using display = await showProgress(total, process.stderr, { store, asked, prices: given });
    const onSettled = (): void => display.update(counts.questions, counts);
    const { concurrency } = given;
    for await (const _ of askAll(asks, session, { concurrency, signal, onSettled })) {
    }
  }
  say(`${shardText(given.shard as Shard, total, store, asFlag)} ${JOIN_PARTS}.`);
  checkOutcome([session.asked]);
}

/** The requests of a run or of a part of it. Each iteration reads the rows again. */
export function rowAsks(
  { units, task, methods }: PreparedRows,
  shard?: Shard,
): AsyncIterable<PlannedInquiry> {
  return {
    async *[Symbol.asyncIterator]() {
      for await (const question of questionsOfUnits(units(), { task: task.name, methods })) {
        if (inShard(question, shard)) yield planned(question, task.findTemplate);
      }
    },
  };
}

/** Progress appears only after this time. */
const PATIENCE_MS = 2000;

/** Passes the units on. Shows their number if counting takes longer than two seconds. */
export async function* showUnits(
  units: AsyncIterable<readonly RowUnit[]>,
  total: number,
  signal: AbortSignal,
) {
  const start = performance.now();
  const verb = { doing: "counting what will be asked", did: "counted what will be asked of" };
  let display: Awaited<ReturnType<typeof showProgress>> | undefined;
  let done = 0;
  try {
    for await (const batch of units) {
      signal.throwIfAborted();
      yield batch;
      done += batch.length;
      if (performance.now() - start > PATIENCE_MS)
        display ??= await showProgress(total, process.stderr, verb);
      display?.update(done);
    }
  } finally {
    display?.[Symbol.dispose]();
  }
}
