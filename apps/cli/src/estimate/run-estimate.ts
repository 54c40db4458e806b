import { checkPlace, confirmCost, Ended, estimateText, personAtTerminal } from "@promptnce/providers/choose";
import { fillByBatches } from "./fill-by-batches.ts";
import { openStore } from "./open-store.ts";
import { checkOwnFiles } from "../terminal/own-files.ts";
import { checkReportFile } from "../terminal/report-file.ts";
import { answerAndWrite } from "./answer-and-write.ts";
import { batchAsks } from "../rows/answer/batch-asks.ts";
import { outputFormat } from "../rows/input/file-format.ts";
import { holdHeap } from "./hold-heap.ts";
import { planCost } from "../rows/answer/plan-cost.ts";
import { type Prepared, prepare } from "./prepare.ts";
import type { EstimateOptions } from "./estimate-options.ts";
import { showUnits } from "./show-units.ts";
import { isTaskFile } from "../rows/survey/task-setup.ts";

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
  if (options.model.dryRun) {
    process.stdout.write(`${estimateText(await planned(prepared, options, io))}Nothing was sent.\n`);
    return;
  }
  if (!prepared.respondent.simulated && !(await confirmed(prepared, options, io))) {
    throw new Ended("Nothing was sent.");
  }
  using journal = openStore(options.model.store);
  const { stderr, closing } = io;
  const batched = await fillByBatches(options, batchAsks(prepared), { journal, stderr, signal: closing.signal });
  await answerAndWrite(prepared, options, { format, journal, batched, ...io });
}

/** Nothing that is read may be written over, nor two files go into one. */
function checkFiles({ given, input, model }: EstimateOptions): void {
  checkOwnFiles(
    [
      { path: given.out, option: "--out", is: "where the results go" },
      { path: given.report, option: "--report", is: "where the page goes" },
      { path: model.store, option: "--store", is: "where the replies are kept" },
    ],
    [
      { path: input, is: "the file the rows come from" },
      { path: given.labels, is: "the file of the labels" },
      { path: isTaskFile(given.task) ? given.task : undefined, is: "the file of the task" },
    ],
  );
}

function planned(prepared: Prepared, { model }: EstimateOptions, io: EstimateIo) {
  const units = showUnits(prepared.units(), prepared.unitCount, io, {
    doing: "counting what will be asked",
    did: "counted what will be asked of",
  });
  return planCost(units, { ...prepared, model });
}

async function confirmed(prepared: Prepared, options: EstimateOptions, io: EstimateIo): Promise<boolean> {
  const { batch } = options;
  const { yes = false, confirmAbove } = options.given;
  if (yes) return true;
  const person = personAtTerminal(() => import("@clack/prompts"));
  return confirmCost([await planned(prepared, options, io)], { yes, confirmAbove, batch }, person);
}
