import type { BatchAsks } from "@promptnce/providers/batches";
import { batchAsk, checkPlace } from "@promptnce/providers/choose";
import {
  forecast,
  insteadOfAsking,
  type ModelEstimate,
  openStore,
  type Planned,
  planned,
  questionsOfUnits,
} from "@promptnce/providers/run";
import { fillJournal, sayOnStandardError } from "../options/chosen-model.ts";
import { checkOwnFiles, checkReportFile, personAtTerminal } from "../terminal/terminal.ts";
import { answerAndWrite } from "./answer-and-write.ts";
import { isTaskFile, outputFormat } from "@promptnce/rows";
import { holdHeap } from "./hold-heap.ts";
import { type Prepared, prepare } from "./prepare.ts";
import type { EstimateOptions } from "./estimate-options.ts";
import { showUnits } from "./show-units.ts";

export interface EstimateIo {
  readonly stderr: NodeJS.WriteStream;
  /** Aborting asks nothing new; what is in flight is awaited and stored. */
  readonly closing: AbortController;
}

/** Reads rows, asks about them and writes what was answered, all at the same time. */
export async function runEstimate(options: EstimateOptions, io: EstimateIo): Promise<void> {
  holdHeap();
  const { out, outFormat, report } = options.given;
  const format = outputFormat(out, outFormat);
  checkFiles(options);
  checkPlace(out, "with --out");
  if (report !== undefined) checkReportFile(report);
  await using prepared = await prepare(options, io.closing.signal);
  if (options.model.dryRun || !prepared.respondent.simulated) {
    const text = await insteadOfAsking(
      async () => [await forecastOf(prepared, options, io)],
      { ...options.given, dryRun: options.model.dryRun, batch: options.batch },
      personAtTerminal(() => import("@clack/prompts")),
    );
    if (text !== undefined) return void process.stdout.write(text);
  }
  using journal = openStore(options.store, sayOnStandardError);
  const batched = await fillJournal(options, batchAsks(prepared), { journal, signal: io.closing.signal });
  await answerAndWrite(prepared, options, { format, journal, batched, ...io });
}

/** Nothing that is read may be written over, nor two files go into one. */
function checkFiles({ given, input, store }: EstimateOptions): void {
  checkOwnFiles(
    [
      { path: given.out, option: "--out", is: "where the results go" },
      { path: given.report, option: "--report", is: "where the page goes" },
      { path: store, option: "--store", is: "where the replies are kept" },
    ],
    [
      { path: input, is: "the file the rows come from" },
      { path: given.labels, is: "the file of the labels" },
      { path: isTaskFile(given.task) ? given.task : undefined, is: "the file of the task" },
    ],
  );
}

/** What a run asks, as vendors' batches take it. The rows are read anew each time it is gone through. */
export function batchAsks({ units, task, methods }: Pick<Prepared, "units" | "methods" | "task">): BatchAsks {
  return {
    async *[Symbol.asyncIterator]() {
      const questions = questionsOfUnits(units(), { task: task.name, methods });
      for await (const question of questions) yield batchAsk(question, task.findTemplate);
    },
  };
}

function forecastOf(prepared: Prepared, { model }: EstimateOptions, io: EstimateIo): Promise<ModelEstimate> {
  const { task, methods, respondent } = prepared;
  const units = showUnits(prepared.units(), prepared.unitCount, io, {
    doing: "counting what will be asked",
    did: "counted what will be asked of",
  });
  async function* requests(): AsyncGenerator<Planned> {
    const questions = questionsOfUnits(units, { task: task.name, methods });
    for await (const question of questions) yield planned(question, task.findTemplate);
  }
  return forecast([{ provider: respondent.provider, requests: requests() }], model);
}
