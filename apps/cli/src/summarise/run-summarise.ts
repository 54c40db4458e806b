import { classOf, readAttempts } from "@promptnce/case-study";
import {
  type ElicitOptions,
  mapConcurrently,
  type Progress,
  type Reply,
  type ReplyReading,
  type Request,
} from "@promptnce/core";
import { summaryPrompt } from "@promptnce/prompts";
import { checkPlace, replaceFile } from "@promptnce/engine/files";
import { UsageError } from "#command/errors";
import { SomeFailed, StoppedEarly } from "@promptnce/engine/run";
import type { Planned } from "@promptnce/engine/money";
import type { Session } from "@promptnce/engine/run";
import { isSimulatedReply } from "@promptnce/providers/contract";
import { modelName } from "@promptnce/rows/results";
import { askModel } from "../asking/ask-model.ts";
import { simulatedSummaries } from "../asking/simulated-summaries.ts";
import { askedModel, providerOf } from "../options/chosen-model.ts";
import { said } from "../terminal/said.ts";
import { checkOwnFiles, printable, showProgress } from "#command/terminal";
import type { SummariseOptions } from "./summarise-options.ts";
import { checkReplaceable, summariesCsv, type WrittenSummary } from "./summaries-csv.ts";

/** Enough for three to six sentences. */
const expectedOutputTokens = 150;

/**
 * Writes a summary of each student, by the named model or, without one, by a program that says that
 * it is one.
 */
export async function runSummarise(
  path: string,
  options: SummariseOptions,
  signal: AbortSignal,
): Promise<void> {
  const { window, events, out, store = `${out}.replies.jsonl`, force } = options;
  if (out === "-" || path === "-") {
    throw new UsageError(
      `summarise reads and writes files, so - is none: name ${path === "-" ? "the attempts" : "one with --out"}`,
    );
  }
  checkOwnFiles(
    [
      { path: out, option: "--out", is: "where the summaries go" },
      { path: store, option: "--store", is: "where the replies are kept" },
    ],
    [{ path, is: "the file of the attempts" }],
  );
  if (!force) checkReplaceable(out);
  checkPlace(out, "out");
  const { rows, notes } = await readAttempts(path, events);
  tell(notes);
  const { students, short } = classOf(rows, [], { window });
  const able = students.filter(({ id }) => !short.includes(id));
  const prompts = able.map((student) => summaryPrompt.render(student.window));
  const written = await askSummaries(prompts, { ...options, store }, signal);
  if (written === undefined) return;
  const { texts, failed, simulated, rehearsed, ...made } = written;
  const summaries = able.flatMap(({ id: student }, i): WrittenSummary[] => {
    const summary = texts[i];
    return summary === undefined ? [] : [{ student, summary, window, ...made }];
  });
  const without = able.filter((_, i) => texts[i] === undefined);
  replaceFile(out, summariesCsv(summaries), "out");
  const sentences = said(
    simulated &&
      "No model was named: these summaries are simulated, by a program, and each says so.",
    rehearsed &&
      "The simulated server wrote these summaries in the place of a model: the column `model` says so.",
    short.length > 0 &&
      `${short.length === 1 ? "1 student has" : `${short.length} students have`} fewer than ${window} different attempts: no summary of them.`,
    without.length > 0 &&
      `No whole text came back of ${without.length} students, the first of them ${without[0]?.id}: they have no summary.`,
    `Wrote ${summaries.length} summaries to ${out}, replies to ${store}.`,
  );
  tell(sentences);
  const failures = `${failed} of ${prompts.length} requests failed for good.`;
  if (prompts.length > 0 && summaries.length === 0)
    throw new StoppedEarly(said("No summary came back.", failed > 0 && failures).join(" "), failed);
  if (failed > 0) throw new SomeFailed(failures, failed);
}

/**
 * The result of {@link askTexts} for the prompts, with the source of each row's text and whether it
 * is simulated.
 */
async function askSummaries(
  prompts: readonly string[],
  options: SummariseOptions & { readonly store: string },
  signal: AbortSignal,
) {
  const { store, concurrency } = options;
  const chosen = askedModel(options, store);
  const provider = await providerOf(chosen, () => simulatedSummaries);
  const simulated = provider === simulatedSummaries;
  const { id, version, body } = summaryPrompt;
  const requests = prompts.map((prompt): Request => ({
    prompt,
    sample: 0,
    template: { id, version, body },
  }));
  const asks = requests.map((request): Planned => ({ request, expectedOutputTokens, read }));
  return askModel(chosen, { provider, findTemplate: noQuestions, asks, signal }, async (asking) => {
    using display = showProgress(prompts.length, process.stderr, {
      store,
      asked: { model: provider.model, task: "summaries" },
      prices: options,
    });
    const onProgress = (now: Omit<Progress, "inFlight">): void => display.update(now.done, now);
    const written = await askTexts(requests, asking, {
      concurrency: concurrency * 4,
      signal,
      onProgress,
    });
    const kind = options.kind ?? (simulated ? "simulated" : provider.model);
    const model = modelName(provider, written.rehearsed);
    return { ...written, simulated, kind, template: `${id}@${version}`, model };
  });
}

/**
 * The complete texts that a model writes for these requests, in order; `undefined` if a reply is
 * blank or incomplete. If aborted, throws only when no request is in flight, because calls are paid
 * for. `rehearsed` says whether the simulated server answered.
 */
export async function askTexts(
  requests: readonly Request[],
  { provider, settle }: Pick<Session, "provider" | "settle">,
  how: Required<Pick<ElicitOptions, "concurrency" | "signal">> & {
    readonly onProgress: (progress: Omit<Progress, "inFlight">) => void;
  },
) {
  const { concurrency, signal, onProgress } = how;
  const count = { done: 0, stored: 0, unreadable: 0, failed: 0 };
  let rehearsed = false;
  const ask = async (request: Request, closing: AbortSignal): Promise<string | undefined> => {
    const reply = await provider.complete(request, { closing, read });
    const reading = read(reply);
    count.done++;
    if (reply.stored) count.stored++;
    if (reply.failure) count.failed++;
    else if (!reading.ok) count.unreadable++;
    rehearsed ||= isSimulatedReply(reply);
    onProgress(count);
    return reading.ok ? reading.answer : undefined;
  };
  const texts = await Array.fromAsync(
    mapConcurrently([requests], ask, { size: concurrency, order: "items", signal }),
  );
  signal.throwIfAborted();
  await settle();
  return { texts: texts.flat(), failed: count.failed, rehearsed };
}

/** The full text of a reply, or the reason why it has none. */
function read({ text, stop }: Reply): ReplyReading<string> {
  const answer = stop === "end" ? text.trim() : "";
  if (answer !== "") return { ok: true, answer };
  return { ok: false, reason: "the text is blank, or the model did not come to its end" };
}

function noQuestions(): never {
  throw new TypeError("A summary answers no question.");
}

/** Prints each sentence as a line on standard error. */
function tell(sentences: readonly string[]): void {
  for (const sentence of sentences) {
    process.stderr.write(`${printable(sentence)}\n`);
  }
}
