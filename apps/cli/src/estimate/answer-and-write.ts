import { cached } from "@promptnce/providers";
import type { Journal } from "@promptnce/providers";
import { showProgress } from "../terminal/progress.ts";
import { unitAnswerer } from "../rows/answer/answer-unit.ts";
import { asker } from "../rows/answer/asker.ts";
import { conclude } from "./conclude.ts";
import { countAsked } from "../rows/answer/count-asked.ts";
import type { EstimateOptions } from "./estimate-options.ts";
import type { OutputFormat } from "../rows/input/file-format.ts";
import { inListOrder } from "../rows/answer/in-list-order.ts";
import { inOrder } from "../rows/answer/in-order.ts";
import { pageNotes } from "./page/page-notes.ts";
import { pairTruth } from "../rows/survey/people.ts";
import type { Prepared } from "./prepare.ts";
import { resultWriter } from "../rows/result/result-writer.ts";
import { type Tally, tally } from "../rows/summary/tally.ts";
import type { Unit } from "../rows/survey/unit.ts";

interface Running {
  readonly format: OutputFormat;
  readonly journal: Journal;
  /** Questions of this run that batches have answered already: the journal has them. */
  readonly batched: number;
  readonly stderr: NodeJS.WriteStream;
  /** Aborting asks nothing new; what is in flight is awaited and stored. */
  readonly closing: AbortController;
}

/** Asks about the units and writes what was answered, all at the same time; then sums up. */
export async function answerAndWrite(
  prepared: Prepared,
  options: EstimateOptions,
  { format, journal, batched, stderr, closing }: Running,
): Promise<void> {
  const { task, methods, seed, respondent } = prepared;
  const tallied = tallyOf(prepared);
  const notes =
    options.given.report === undefined ? undefined : pageNotes({ ...task, trials: prepared.trials, seed, methods });
  const asked = countAsked(task.findTemplate, batched);
  const provider = cached(asked.replying(respondent.provider), journal);
  const answer = unitAnswerer(
    methods,
    asker({
      task: task.name,
      findTemplate: task.findTemplate,
      provider,
      closing: closing.signal,
      onAnswer: (...answered) => {
        asked.answered(...answered);
        notes?.answered(...answered);
      },
    }),
  );
  const places = new Map(prepared.survey.labels.map((label, i) => [label, i]));
  const work = async (unit: Unit) => ({ unit, estimates: inListOrder(await answer(unit), places) });
  const results = await resultWriter(prepared, options, { format, asked, stderr });
  const display = showProgress(prepared.unitCount, stderr, {
    doing: "estimating",
    did: "estimated",
  });
  let done = 0;
  let full = false;
  let whole = false;
  try {
    const onFailure = (error: unknown): void => closing.abort(error);
    const onFull = (error: unknown): void => {
      full = true;
      closing.abort(error);
    };
    const inHand = { window: prepared.window, signal: closing.signal, onFailure };
    for await (const batch of inOrder(prepared.units(), work, inHand)) {
      for (const answered of batch) {
        tallied.add(answered.unit.row.key, answered.estimates);
        notes?.estimated(answered);
      }
      // What is in hand is paid for: it is awaited, and stored, also where nothing can be written.
      if (!full) await results.write(batch).catch(onFull);
      done += batch.length;
      display.update(done);
    }
    whole = !closing.signal.aborted;
  } finally {
    display.stop();
    await results.end(whole);
  }
  if (closing.signal.aborted) throw closing.signal.reason;
  await conclude(prepared, options, { tallied, notes, asked, provider, stderr });
}

/** A tally that scores by people's counts, where they are known. */
function tallyOf({ methods, survey: { people }, shown }: Prepared): Tally {
  return tally(methods, {
    truthOf: (key, { y }) => (people === undefined ? undefined : pairTruth(people, key, y)),
    isShown: ({ id }) => shown.has(id),
  });
}
