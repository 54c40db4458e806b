import type { Journal } from "@promptnce/providers";
import { session } from "@promptnce/providers/run";
import { sayOnStandardError } from "../options/chosen-model.ts";
import { showProgress } from "../terminal/terminal.ts";
import { conclude } from "./conclude.ts";
import type { EstimateOptions } from "./estimate-options.ts";
import { estimatePrepared, type OutputFormat, pairTruth, resultWriter, type Tally, tally } from "@promptnce/rows";
import { pageNotes } from "./page-notes.ts";
import type { Prepared } from "./prepare.ts";

interface Running {
  readonly format: OutputFormat;
  readonly journal: Journal;
  /** Questions of this run that batches have answered already: the journal has them. */
  readonly batched: number;
  /** Aborting asks nothing new; what is in flight is awaited and stored. */
  readonly closing: AbortController;
}

/** How many unreadable replies a page shows at most: it stays a file that a browser opens. */
const UNREADABLE = 200;

/** Asks about the units and writes what was answered, all at the same time; then sums up. */
export async function answerAndWrite(
  prepared: Prepared,
  options: EstimateOptions,
  { format, journal, batched, closing }: Running,
): Promise<void> {
  const { task, methods, seed, respondent, window, trials } = prepared;
  const { findTemplate, fields } = task;
  const tallied = tallyOf(prepared);
  const notes = options.given.report === undefined ? undefined : pageNotes({ fields, trials, seed, methods });
  const { provider } = respondent;
  const asking = session({ provider, findTemplate, store: journal, texts: UNREADABLE });
  const { asked } = asking;
  const { out, top } = options.given;
  const results = await resultWriter(prepared, { out, format, top, provider, asked, say: sayOnStandardError });
  const display = showProgress(prepared.unitCount, process.stderr, { doing: "estimating", did: "estimated" });
  let done = 0;
  let full = false;
  let whole = false;
  try {
    const onFull = (error: unknown): void => {
      full = true;
      closing.abort(error);
    };
    for await (const batch of estimatePrepared(prepared, asking, { window, signal: closing.signal })) {
      for (const estimated of batch) {
        tallied.add(estimated.unit.row.key, estimated.estimates);
        notes?.estimated(estimated);
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
  await conclude(prepared, options, { tallied, notes, session: asking, batched });
}

/** A tally that scores by people's counts, where they are known. */
function tallyOf({ methods, survey: { people }, shown }: Prepared): Tally {
  return tally(methods, {
    truthOf: (key, { y }) => (people === undefined ? undefined : pairTruth(people, key, y)),
    isShown: ({ id }) => shown.has(id),
  });
}
