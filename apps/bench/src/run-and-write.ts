import { JOIN_PARTS } from "@promptnce/command/options";
import { asFlag, UsageError } from "@promptnce/command/errors";
import { print, say, typedAs } from "@promptnce/command/start";
import { personAtTerminal, withEndNoted } from "@promptnce/command/terminal";
import { isDatabase } from "@promptnce/engine/address";
import { noteResults } from "@promptnce/engine/journal";
import {
  answeredOf,
  checkOutcome,
  insteadOfAsking,
  scoredExample,
  shardText,
} from "@promptnce/engine/run";
import { tokenizedText } from "@promptnce/prompts";
import { tableMarkdown } from "@promptnce/report";
import { foundLimitText } from "@promptnce/rows/summary";
import { endText } from "./output/end-text.ts";
import { runResults } from "./output/run-results.ts";
import { checkOut, writeRun } from "./output/write-run.ts";
import { nameStore, type RecordedRun } from "./run/config-of-run.ts";
import { madeUpWorlds, refusePaidWorlds } from "./run/made-up-worlds.ts";
import { forecasts, type PlannedRun, planRun } from "./run/plan-run.ts";
import type { RunIo } from "./run/ask-models.ts";
import { planAndAsk, run, type RunResult } from "./run/run.ts";
import { type Config, isSimulated } from "./study/config.ts";

/** The requests and the cost of a planned run, as readable text. No request is sent. */
export async function dryRun(config: Config): Promise<string> {
  const planned = await planRun(config);
  const notes = planned.left.map(({ id, reason }) => `Left out: ${id}, because ${reason}.\n`);
  const isAsking = planned.questions.flat().length > 0;
  if (isAsking && madeUpWorlds(planned).length > 0) {
    notes.push(
      "These questions are about made-up worlds, not about people. With --data FOLDER, they are about people's answers.\n",
    );
  }
  if (!isAsking) notes.push("Nothing is to be asked.\n");
  const example = await scoredExample(planned.questions.flat(), tokenizedText);
  const how = { ...config, notes: notes.join(""), example, writeOption: asFlag };
  return (await insteadOfAsking(() => forecasts(planned, config), how, undefined)) ?? "";
}

/**
 * Asks what a run needs, writes its folder and prints what it found; a shard is asked alone.
 *
 * @param earlier the run whose report is recreated from stored replies, without requests
 */
export async function runAndWrite(
  config: Config,
  signal: AbortSignal,
  earlier?: RecordedRun,
): Promise<void> {
  checkOut(config.out);
  const storedOnly = earlier !== undefined;
  const person = config.yes ? undefined : personAtTerminal();
  const beforeAsking = async (planned: PlannedRun): Promise<void> => {
    if (storedOnly || isSimulated(config)) return;
    await refusePaidWorlds(planned, config);
    const how = { ...config, writeOption: asFlag };
    await insteadOfAsking(() => forecasts(planned, config), how, person);
  };
  const io = { stderr: process.stderr, signal, storedOnly, person, beforeAsking };
  if (config.shard !== undefined) return askShard(config, config.shard, io);
  const result = await run(config, io);
  if (earlier !== undefined) checkAnswers(result, earlier);
  const written = await writeRun(config.out, result);
  if (!storedOnly) noteRun(result);
  sayResult(result, written);
  if (storedOnly) return;
  await withEndNoted(config.store, signal, () => checkOutcome(result.asked));
}

/** Asks one part of a run's questions; another run joins the parts. */
async function askShard(
  config: Config,
  shard: NonNullable<Config["shard"]>,
  io: RunIo,
): Promise<void> {
  const { answered } = await planAndAsk(config, io);
  const asked = answered.models.flat().map((about) => about.asked);
  const questions = asked.reduce((sum, { questions: count }) => sum + count, 0);
  say(`${shardText(shard, questions, config.store, asFlag)} ${JOIN_PARTS}.`);
  checkOutcome(asked);
}

/**
 * A program that asks fewer questions than the one that made the report has fewer answers without
 * missing any.
 *
 * @throws UsageError if a report would rest on fewer answers than before
 */
function checkAnswers({ config, asked, questions }: RunResult, earlier: RecordedRun): void {
  const answered = answeredOf(asked);
  const isMissing = questions - answered > earlier.unanswered;
  if (answered >= earlier.answered || !isMissing) return;
  throw new UsageError(
    `${config.store} answers ${answered} of the ${earlier.answered} questions that the report in ${config.out} rests on, and the report stays as it is: ${nameStore}`,
  );
}

/** Keeps what came out beside the journal, for a list of runs. */
function noteRun(result: RunResult): void {
  const { store } = result.config;
  if (!isDatabase(store)) noteResults(store, runResults(result));
}

/** Prints what a run found, as tables if these are asked for. */
function sayResult(
  result: RunResult,
  { files, removed, limits }: Awaited<ReturnType<typeof writeRun>>,
): void {
  const { config, left, unsent, served, tables } = result;
  const sentences = [
    ...left.map(({ id, reason }) => `Left out: ${id}, because ${reason}.`),
    ...unsent.map((text) => `Not sent: ${text}.`),
    ...served,
    ...(removed.length > 0
      ? [`Removed ${removed.length} tables and figures of the earlier run.`]
      : []),
  ];
  if (config.tables) {
    print(`${tables.map(tableMarkdown).join("\n")}\n`);
    sentences.push(
      ...limits.map((limit) => `Limit: ${foundLimitText(limit)}`),
      `Wrote ${files.length} files to ${config.out}, replies to ${config.store}. Open ${config.out}/report.html.`,
    );
  }
  for (const sentence of sentences) {
    say(sentence);
  }
  if (!config.tables) print(endText({ ...result, limits }, typedAs()));
}
