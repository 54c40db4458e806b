import { say } from "#command/start";
import type { EstimatedUnit } from "@promptnce/engine/run";
import { showProgress } from "#command/terminal";
import type { EstimateOptions } from "./estimate-options.ts";
import { inputText, type TableFormat } from "@promptnce/rows/input";
import { resultWriter } from "@promptnce/rows/results";
import { Reservoir, tally, type RunTally } from "@promptnce/rows/summary";
import { pairKey, pairTruth, type RowUnit } from "@promptnce/rows/survey";
import type { AnswerSource, EstimateSetup } from "./estimate-setup.ts";

/** What an estimate leaves beside the rows that it has written. */
export interface WriteOutcome {
  readonly tallied: RunTally;
  /** Units for the page, if there is one. */
  readonly drawn: DrawnUnits | undefined;
}

/**
 * Sends the questions on the units and writes results as replies arrive; aborting `closing` stops
 * new requests.
 */
export async function answerAndWrite(
  prepared: EstimateSetup,
  options: EstimateOptions,
  running: {
    readonly format: TableFormat;
    readonly answering: AnswerSource;
    readonly closing: AbortController;
  },
): Promise<WriteOutcome> {
  const { format, answering, closing } = running;
  const { task, methods } = prepared;
  const { provider } = prepared.respondent;
  const { out, top, report, bom, escapeFormulas } = options.given;
  const tallied = tallyOf(prepared);
  const drawn = report === undefined ? undefined : drawnUnits(prepared);
  const rehearsed = (): boolean => answering.asked.rehearsed;
  const how = { out, format, top, provider, rehearsed, say, bom, escapeFormulas };
  const results = await resultWriter(prepared, how);
  const { recorded: isRecorded = false } = options.given;
  const asked = { model: provider.model, task: task.name };
  const files = isRecorded
    ? {}
    : { store: options.store, asked, page: report, prices: options.given };
  const estimating = { doing: "estimating", did: "estimated" };
  // In this case all questions are sent before any estimate is made.
  const isHeld = !isRecorded && methods.some(({ needs }) => needs.allAnswers);
  const verb = isHeld ? { doing: "asking about", did: "asked about" } : estimating;
  let display = await showProgress(prepared.unitCount, process.stderr, { ...verb, ...files });
  let [done, held, full, whole] = [0, 0, false, false];
  try {
    const onFull = (error: unknown): void => {
      full = true;
      closing.abort(error);
    };
    const onHeld = (units: number): void => {
      held += units;
      display.update(held, answering.asked);
    };
    for await (const batch of answering.estimated({ signal: closing.signal, onHeld })) {
      if (isHeld && done === 0) {
        display[Symbol.dispose]();
        display = await showProgress(prepared.unitCount, process.stderr, estimating);
      }
      for (const estimated of batch) {
        const { unit, estimates } = estimated;
        tallied.add(unit.row.key, estimates, { x: () => inputText(task.fields, unit.row.x) });
        if (estimates.length > 0) drawn?.add(estimated);
      }
      // Requests in flight are already paid for: their replies are awaited and stored even if no
      // result can be written.
      if (!full) await results.write(batch).catch(onFull);
      done += batch.length;
      display.update(done, isHeld ? undefined : answering.asked);
    }
    whole = !closing.signal.aborted;
  } finally {
    display[Symbol.dispose]();
    await results.end(whole);
  }
  if (closing.signal.aborted) throw closing.signal.reason;
  return { tallied, drawn };
}

/** A tally of the estimates, which are scored against people's counts if these are known. */
function tallyOf({ task, methods, shown, survey, synonyms, ordered }: EstimateSetup): RunTally {
  const { people } = survey;
  return tally(methods, {
    truthOf: (key, trial) =>
      people && trial.id === pairKey(key, trial.y) ? pairTruth(people, key, trial) : undefined,
    shareOf: (key, trial) =>
      trial.id === pairKey(key, trial.y) ? people?.conditional(key, trial.y) : undefined,
    peopleOf: (key, trial) => people?.count(key, trial.y),
    isShown: ({ id }) => shown.has(id),
    labels: (context) => survey.inContext(context).labels.length,
    synonyms,
    ordered: ordered ?? (task.definition?.ordered ? survey.labels : undefined),
  });
}

/** The maximum number of pairs on a page, so that a browser can still open the file. */
const PAIRS = 2000;

/** A uniform sample of the units, if there are too many for a page. */
export type DrawnUnits = Reservoir<EstimatedUnit<RowUnit>>;

/** An empty reservoir for units, with room for at least one, however many labels a unit has. */
export function drawnUnits({ trials, seed }: Pick<EstimateSetup, "trials" | "seed">): DrawnUnits {
  return new Reservoir(Math.max(1, Math.floor(PAIRS / trials)), `${seed}/page`);
}
