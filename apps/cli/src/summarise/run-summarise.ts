import { classOf, readAttempts, type Student } from "@promptnce/case-study";
import type { Reply, ReplyReading } from "@promptnce/core";
import { summaryPrompt } from "@promptnce/prompts";
import { checkPlace, replaceFile } from "@promptnce/engine/files";
import { UsageError } from "#command/errors";
import { say } from "#command/start";
import { askAll, type PlannedInquiry, SomeFailed, StoppedEarly } from "@promptnce/engine/run";
import { modelName } from "@promptnce/rows/results";
import { askModel } from "../asking/ask-model.ts";
import { simulatedSummaries } from "../asking/simulated-summaries.ts";
import { askedModel, providerOf } from "../options/chosen-model.ts";
import { checkAttempts } from "../options/attempts-file.ts";
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
      `summarise reads and writes files and cannot use -: name ${path === "-" ? "the attempts" : "one with --out"}`,
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
  checkAttempts(path);
  const { rows, notes } = await readAttempts(path, events);
  tell(notes);
  const { students, short } = classOf(rows, [], { window });
  const able = students.filter(({ id }) => !short.includes(id));
  const asks = able.map(summaryRequest);
  const written = await askSummaries(asks, { ...options, store }, signal);
  if (written === undefined) return;
  const { texts, failed, simulated, rehearsed, ...made } = written;
  const summaries = able.flatMap(({ id: student }): WrittenSummary[] => {
    const summary = texts.get(student);
    return summary === undefined ? [] : [{ student, summary, window, ...made }];
  });
  const without = able.filter(({ id }) => !texts.has(id));
  replaceFile(out, summariesCsv(summaries), "out");
  const sentences = said(
    simulated &&
      "No model was named: these summaries are simulated, by a program, and each says so.",
    rehearsed &&
      "The simulated server wrote these summaries in place of a model: the column `model` says so.",
    short.length > 0 &&
      `${short.length === 1 ? "1 student has" : `${short.length} students have`} fewer than ${window} different attempts: no summary of them.`,
    without.length > 0 &&
      `No whole text came back of ${without.length} students, the first of them ${without[0]?.id}: they have no summary.`,
    `Wrote ${summaries.length} summaries to ${out}, replies to ${store}.`,
  );
  tell(sentences);
  const failures = `${failed} of ${asks.length} requests failed for good.`;
  if (asks.length > 0 && summaries.length === 0)
    throw new StoppedEarly(said("No summary came back.", failed > 0 && failures).join(" "), failed);
  if (failed > 0) throw new SomeFailed(failures, failed);
}

/** The request for a student's summary. */
interface SummaryRequest extends PlannedInquiry {
  readonly student: string;
  readonly read: (reply: Reply) => ReplyReading<string>;
}

function summaryRequest({ id: student, window }: Student): SummaryRequest {
  const { id, version, body } = summaryPrompt;
  const prompt = summaryPrompt.render(window);
  const request = { prompt, sample: 0, template: { id, version, body } };
  return { student, request, expectedOutputTokens, read };
}

/** The whole text of a reply, or the reason why it has none. */
function read({ text, stop }: Reply): ReplyReading<string> {
  const answer = stop === "end" ? text.trim() : "";
  if (answer !== "") return { ok: true, answer };
  return { ok: false, reason: "the text is blank, or the model did not come to its end" };
}

/**
 * The whole texts that a model writes, by student, with their source and whether they are
 * simulated.
 */
async function askSummaries(
  asks: readonly SummaryRequest[],
  options: SummariseOptions & { readonly store: string },
  signal: AbortSignal,
) {
  const { store, concurrency } = options;
  const chosen = askedModel(options, store);
  const provider = await providerOf(chosen, () => simulatedSummaries);
  const simulated = provider === simulatedSummaries;
  return askModel(chosen, { provider, asks, signal }, async (session) => {
    const { counts } = session;
    using display = await showProgress(asks.length, process.stderr, {
      store,
      asked: { model: provider.model, task: "summaries" },
      prices: options,
    });
    const onSettled = (): void => display.update(counts.questions, counts);
    const texts = new Map<string, string>();
    for await (const one of askAll(asks, session, { concurrency, signal, onSettled })) {
      if (one.reading.ok) texts.set(one.student, one.reading.answer);
    }
    const { rehearsed } = session.asked;
    const kind = options.kind ?? (simulated ? "simulated" : provider.model);
    const template = `${summaryPrompt.id}@${summaryPrompt.version}`;
    const model = modelName(provider, rehearsed);
    return { texts, failed: counts.failed, rehearsed, simulated, kind, template, model };
  });
}

/** Prints each sentence as a line on standard error. */
function tell(sentences: readonly string[]): void {
  for (const sentence of sentences) {
    say(printable(sentence));
  }
}
