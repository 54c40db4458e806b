import { type Command, InvalidArgumentError } from "commander";
import { each } from "../options/each-option.ts";
import { wholeNumber } from "../options/number-option.ts";
import { modelOptions } from "../options/model-options.ts";
import { printable } from "../terminal/terminal.ts";
import type { SummariseOptions } from "./run-summarise.ts";

const EXAMPLES = `
ATTEMPTS is as for \`promptnce score\`, which reads what is written here. Every reply is kept in the
store before it is used: the same command goes on where it stopped, and what it wrote before is written
anew; no other file is written over without --force. Without --model no model is
asked: a program writes what it sees, and says so in every summary.

What leaves the machine: the first --window attempts of each student, to the model that is named.
See docs/privacy.md for a model on this machine.

Examples:
  promptnce summarise attempts.csv --provider anthropic --model NAME --out summaries.csv
  promptnce summarise ./progsnap2 --events Submit --dry-run --provider openai --model NAME
  promptnce summarise attempts.jsonl --provider openai --base-url http://localhost:11434/v1 --model NAME

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 the budget was reached.`;

interface Options extends Omit<SummariseOptions, "store"> {
  readonly store?: string;
  readonly out: string;
  readonly force?: true;
}

/** `summarise`: a summary of each student, by a model. */
export function summarise(parent: Command): void {
  const command = parent
    .command("summarise")
    .description("write a summary of each student with a model, for `promptnce score`")
    .argument("<attempts>", "a ProgSnap2 folder, or a .csv, .tsv, .jsonl or .ndjson file (.gz or not)")
    .option(
      "--events <types>",
      "of a ProgSnap2 folder, what counts as an attempt (default: submissions and runs)",
      each,
    )
    .option("--window <number>", "attempts that a summary is written from", wholeNumber(1, 1000), 4)
    .option("--kind <name>", "what the summaries are called (default: the model's name)", notBlank)
    .option("--out <file>", "the CSV to write", "summaries.csv")
    .option("--force", "write over a file that summarise did not write");
  modelOptions(command)
    .addHelpText("after", EXAMPLES)
    .action(async (attempts: string, options: Options) => {
      const { interruptible } = await import("../terminal/terminal.ts");
      await interruptible(({ signal }) => work(attempts, options, signal));
    });
}

async function work(attempts: string, options: Options, stopping: AbortSignal): Promise<void> {
  const { runSummarise } = await import("./run-summarise.ts");
  const { summariesCsv } = await import("./summaries-csv.ts");
  const { checkOwnFiles } = await import("../terminal/terminal.ts");
  const { checkPlace, replaceFile } = await import("@promptnce/providers/choose");
  const { checkReplaceable } = await import("./check-replaceable.ts");
  const { out } = options;
  if (out === "-" || attempts === "-") {
    const { UsageError } = await import("@promptnce/providers/choose");
    throw new UsageError(
      `summarise reads and writes files, so - is none: name ${attempts === "-" ? "the attempts" : "one with --out"}`,
    );
  }
  const store = options.store ?? `${out}.replies.jsonl`;
  checkOwnFiles(
    [
      { path: out, option: "--out", is: "where the summaries go" },
      { path: store, option: "--store", is: "where the replies are kept" },
    ],
    [{ path: attempts, is: "the file of the attempts" }],
  );
  if (!options.force) checkReplaceable(out);
  checkPlace(out, "with --out");
  const result = await runSummarise(attempts, { ...options, store }, stopping);
  if ("text" in result) {
    process.stdout.write(result.text);
    return;
  }
  const { summaries, short, without, simulated, rehearsed } = result;
  replaceFile(out, summariesCsv(summaries), "with --out");
  const told = [
    simulated && "No model was named: these summaries are simulated, by a program, and each says so.",
    rehearsed && "The simulated server wrote these summaries in the place of a model: the column `model` says so.",
    short > 0 &&
      `${short === 1 ? "1 student has" : `${short} students have`} fewer than ${options.window} different attempts: no summary of them.`,
    without.length > 0 &&
      `No whole text came back of ${without.length} students, the first of them ${without[0]}: they have no summary.`,
    `Wrote ${summaries.length} summaries to ${out}, replies to ${store}.`,
  ].filter((sentence) => sentence !== false);
  process.stderr.write(told.map((sentence) => `${printable(sentence)}\n`).join(""));
}

function notBlank(text: string): string {
  if (text.trim() !== "") return text;
  throw new InvalidArgumentError("Give a name.");
}
