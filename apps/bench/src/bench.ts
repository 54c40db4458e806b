import { styleText } from "node:util";
import { DatasetError } from "@promptnce/datasets";
import { JOIN_PARTS } from "@promptnce/command/options";
import { asFlag, UsageError } from "@promptnce/command/errors";
import { DataError } from "@promptnce/rows/errors";
import { openingText } from "@promptnce/command/opening";
import { print, say, typedAs } from "@promptnce/command/start";
import {
  interruptible,
  personAtTerminal,
  tellEnd,
  withEndNoted,
} from "@promptnce/command/terminal";
import { CommanderError } from "commander";
import { addChallenge } from "./challenge/command.ts";
import type { RecordOptions } from "./run/record-options.ts";
import { benchProgram } from "./run/arguments.ts";
import { nameStore, type RecordedRun, type RunFolder } from "./run/config-of-run.ts";
import type { PlannedRun } from "./run/plan-run.ts";
import type { RunResult } from "./run/run.ts";
import { type Config, isSimulated } from "./study/config.ts";

/** Runs the program with these arguments and returns its exit code, however it ends. */
export async function bench(args: readonly string[]): Promise<number> {
  try {
    const program = benchProgram(acts);
    addChallenge(program);
    await program.parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    return ended(error);
  }
}

/** Reports on standard error why the program ended, and returns the exit code. */
export function ended(error: unknown): number {
  // Commander has already printed its message.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  return tellEnd(error, {
    name: styleText("red", "bench:"),
    own: [DataError, DatasetError, RangeError],
  });
}

const acts = {
  async run(config: Config) {
    // Who begins with bench is to see something real before the rehearsal.
    if (typedAs() !== "" && isSimulated(config)) say(`${openingText()}\n\n${REHEARSAL}`);
    if (config.dryRun) print(await dryRun(config));
    else await interruptible(({ signal }) => runAndWrite(config, signal));
  },
  async record(options: RecordOptions) {
    const { runRecord } = await import("./record/run-record.ts");
    const isTerminal = process.stderr.isTTY === true;
    // Overwrites one line of the terminal and finally erases it; elsewhere a line now and then.
    const show = isTerminal
      ? (text: string): void => void process.stderr.write(`\r\u001b[K${text}`)
      : nowAndThen(say);
    const end = runRecord(options, say, show);
    if (isTerminal) show("");
    print(end);
  },
  async report(run: RunFolder) {
    const { configOfRun, runFolders } = await import("./run/config-of-run.ts");
    for (const folder of runFolders(run.folder)) {
      const recorded = await configOfRun({ ...run, folder });
      await interruptible(({ signal }) => runAndWrite(recorded.config, signal, recorded));
    }
  },
  async compare(a: string, b: string) {
    const { compareRuns } = await import("./compare/compare-runs.ts");
    print(await compareRuns(a, b));
  },
};

/** Says every tenth second or so what is being done, so that nobody waits in silence. */
function nowAndThen(line: (text: string) => void): (text: string) => void {
  let last = Date.now();
  return (text) => {
    if (Date.now() - last < 10_000) return;
    last = Date.now();
    line(text);
  };
}

/** Keeps what came out beside the journal, for a list of runs. */
async function noteRun(store: string, result: RunResult): Promise<void> {
  const { isDatabase } = await import("@promptnce/engine/address");
  if (isDatabase(store)) return;
  const { noteResults } = await import("@promptnce/engine/journal");
  const { runResults } = await import("./output/run-results.ts");
  noteResults(store, runResults(result));
}

const REHEARSAL =
  "Now a rehearsal of the whole paper: a simulated respondent about made-up worlds, every table and figure.\n";

/** The requests and the cost of a planned run, as readable text. No request is sent. */
async function dryRun(config: Config): Promise<string> {
  const { forecasts, planRun } = await import("./run/plan-run.ts");
  const planned = await planRun(config);
  const { madeUpWorlds } = await import("./run/made-up-worlds.ts");
  const notes = planned.left.map(({ id, reason }) => `Left out: ${id}, because ${reason}.\n`);
  const isAsking = planned.questions.flat().length > 0;
  if (isAsking && madeUpWorlds(planned).length > 0) {
    notes.push(
      "These questions are about made-up worlds, not about people. With --data FOLDER, they are about people's answers.\n",
    );
  }
  if (!isAsking) notes.push("Nothing is to be asked.\n");
  const { insteadOfAsking, scoredExample } = await import("@promptnce/engine/run");
  const { tokenizedText } = await import("@promptnce/prompts");
  const example = await scoredExample(planned.questions.flat(), tokenizedText);
  const how = { ...config, notes: notes.join(""), example, writeOption: asFlag };
  return (await insteadOfAsking(() => forecasts(planned, config), how, undefined)) ?? "";
}

/** @param earlier the run whose report is recreated from stored replies, without requests */
async function runAndWrite(
  config: Config,
  signal: AbortSignal,
  earlier?: RecordedRun,
): Promise<void> {
  const storedOnly = earlier !== undefined;
  const { answeredOf, checkOutcome, insteadOfAsking, shardText } =
    await import("@promptnce/engine/run");
  const { forecasts } = await import("./run/plan-run.ts");
  const { refusePaidWorlds } = await import("./run/made-up-worlds.ts");
  const { planAndAsk, run } = await import("./run/run.ts");
  const { checkOut, writeRun } = await import("./output/write-run.ts");
  const { tableMarkdown } = await import("@promptnce/report");
  const { endText } = await import("./output/end-text.ts");
  const { foundLimitText } = await import("@promptnce/rows/summary");
  checkOut(config.out);
  const person = config.yes ? undefined : personAtTerminal();
  const io = {
    stderr: process.stderr,
    signal,
    storedOnly,
    person,
    beforeAsking: async (planned: PlannedRun) => {
      if (storedOnly || isSimulated(config)) return;
      await refusePaidWorlds(planned, config);
      await insteadOfAsking(
        () => forecasts(planned, config),
        { ...config, writeOption: asFlag },
        person,
      );
    },
  };
  if (config.shard !== undefined) {
    const { answered } = await planAndAsk(config, io);
    const asked = answered.models.flat().map((about) => about.asked);
    const questions = asked.reduce((sum, { questions: count }) => sum + count, 0);
    say(`${shardText(config.shard, questions, config.store, asFlag)} ${JOIN_PARTS}.`);
    return checkOutcome(asked);
  }
  const result = await run(config, io);
  const answered = answeredOf(result.asked);
  // A program that asks fewer questions than the one that made the report has fewer answers without
  // missing any.
  if (
    earlier !== undefined &&
    answered < earlier.answered &&
    result.questions - answered > earlier.unanswered
  ) {
    throw new UsageError(
      `${config.store} answers ${answered} of the ${earlier.answered} questions that the report in ${config.out} rests on, and the report stays as it is: ${nameStore}`,
    );
  }
  const { files, removed, limits: limiting } = await writeRun(config.out, result);
  if (!storedOnly) await noteRun(config.store, result);
  const sentences = [
    ...result.left.map(({ id, reason }) => `Left out: ${id}, because ${reason}.`),
    ...result.unsent.map((text) => `Not sent: ${text}.`),
    ...result.served,
    ...(removed.length > 0
      ? [`Removed ${removed.length} tables and figures of the earlier run.`]
      : []),
  ];
  if (config.tables) {
    print(`${result.tables.map(tableMarkdown).join("\n")}\n`);
    sentences.push(
      ...limiting.map((limit) => `Limit: ${foundLimitText(limit)}`),
      `Wrote ${files.length} files to ${config.out}, replies to ${config.store}. Open ${config.out}/report.html.`,
    );
  }
  for (const sentence of sentences) {
    say(sentence);
  }
  if (!config.tables) {
    print(endText({ ...result, limits: limiting }, typedAs()));
  }
  if (storedOnly) return;
  await withEndNoted(config.store, signal, () => checkOutcome(result.asked));
}
