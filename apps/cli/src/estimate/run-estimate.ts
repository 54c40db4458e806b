import { cached, openJournal } from "@promptnce/providers";
import type { Journal } from "@promptnce/providers";
import { confirmCost, estimateText } from "@promptnce/providers/choose";
import { DataError } from "../data-error.ts";
import { showProgress } from "../progress.ts";
import { checkReportFile } from "../report-file.ts";
import { unitAnswerer } from "./answer-unit.ts";
import { asker } from "./asker.ts";
import { conclude } from "./conclude.ts";
import { openOutput } from "./open-output.ts";
import { outputFormat } from "./file-format.ts";
import { holdHeap } from "./hold-heap.ts";
import { inOrder } from "./in-order.ts";
import { pairTruth } from "./people.ts";
import { pageNotes } from "./page-notes.ts";
import { planCost } from "./plan-cost.ts";
import { type Prepared, prepare } from "./prepare.ts";
import { columnsOf, modelName } from "./result-columns.ts";
import { resultRows } from "./result-rows.ts";
import { rowWriter } from "./row-writer.ts";
import type { Unit } from "./unit.ts";
import { tally } from "./tally.ts";
import type { EstimateOptions } from "./estimate-options.ts";

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
  if (report !== undefined)
    await checkReportFile(report, [out, options.input, options.model.store]);
  await using prepared = await prepare(options);
  if (options.model.dryRun) {
    process.stdout.write(`${estimateText(await planned(prepared, options))}Nothing was sent.\n`);
    return;
  }
  if (!prepared.respondent.simulated && !(await confirmed(prepared, options))) {
    throw new DataError("Nothing was sent.");
  }
  using journal = openJournal(options.model.store);
  for (const { line, reason } of journal.damage) {
    io.stderr.write(`${journal.path}, line ${line}: ${reason}; only that reply is lost\n`);
  }
  await answerAndWrite(prepared, options, { format, journal, ...io });
}

function planned(prepared: Prepared, { model }: EstimateOptions) {
  return planCost(prepared.units(), { ...prepared, model });
}

async function confirmed(prepared: Prepared, options: EstimateOptions): Promise<boolean> {
  const { yes = false, confirmAbove } = options.given;
  if (yes) return true;
  const asking = process.stdin.isTTY && process.stderr.isTTY;
  const person = asking ? (await import("../person.ts")).person : undefined;
  return confirmCost([await planned(prepared, options)], { yes, confirmAbove }, person);
}

interface Running extends EstimateIo {
  readonly format: ReturnType<typeof outputFormat>;
  readonly journal: Journal;
}

async function answerAndWrite(
  prepared: Prepared,
  options: EstimateOptions,
  { format, journal, stderr, closing }: Running,
): Promise<void> {
  const { survey, task, methods, shown, seed, respondent } = prepared;
  const { given } = options;
  const counted = survey.people !== undefined;
  const columns = columnsOf(task.fields, { ranked: given.top !== undefined, counted });
  const output = await openOutput(given.out, options.input);
  const writer = await rowWriter(format, columns, output);
  const { people } = survey;
  const truthOf = (key: string, { id, y }: { readonly id: string; readonly y: string }) =>
    people === undefined || shown.has(id) ? undefined : pairTruth(people, key, y);
  const tallied = tally(methods, { truthOf, seed });
  const notes = given.report === undefined ? undefined : pageNotes({ trials: prepared.trials, seed, ...task }); // prettier-ignore
  const asked = { questions: 0, stored: 0, templates: new Set<string>() };
  const provider = cached(respondent.provider, journal);
  const answer = unitAnswerer(methods, asker({
    task: task.name,
    findTemplate: task.findTemplate,
    provider,
    closing: closing.signal,
    onAnswer: (question, reply, reading) => {
      asked.questions++;
      if (reply.stored === true) asked.stored++;
      if (notes === undefined) return;
      const { id, version } = task.findTemplate(question);
      asked.templates.add(`${id}@${version}`);
      notes.answered(question, reply, reading);
    },
  })); // prettier-ignore
  const work = async (unit: Unit) => ({ unit, estimates: await answer(unit) });
  const places = new Map(survey.labels.map((label, i) => [label, i]));
  const model = modelName(respondent.provider);
  const written = { fields: task.fields, survey, places, model, ...(given.top !== undefined && { top: given.top }) }; // prettier-ignore
  const display = showProgress(prepared.unitCount, stderr, {
    doing: "estimating",
    did: "estimated",
  });
  let done = 0;
  try {
    const onFailure = (error: unknown): void => closing.abort(error);
    const inHand = { window: prepared.window, signal: closing.signal, onFailure };
    for await (const batch of inOrder(prepared.units(), work, inHand)) {
      for (const answered of batch) {
        tallied.add(answered.unit.row.key, answered.estimates);
        notes?.units.add(answered);
      }
      await writer.write(
        batch.flatMap(({ unit, estimates }) => resultRows(unit, estimates, written)),
      );
      done += batch.length;
      display.update(done);
    }
  } finally {
    display.stop();
    await writer.end();
  }
  if (closing.signal.aborted) throw closing.signal.reason;
  await conclude(prepared, options, { tallied, notes, asked, provider, stderr });
}
