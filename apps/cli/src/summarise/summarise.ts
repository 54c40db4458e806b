import type { Command } from "commander";
import { flag, modelOptions, option, type OptionValues, someText, wholeNumber } from "#command";
import { addCommand } from "../terminal/add-command.ts";
import { ATTEMPTS, events } from "../options/data-options.ts";
import { exitCodesText } from "#command/start";

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

${exitCodesText}`;

/** The options of `summarise`, in the order of its help. */
function summariseOptions() {
  return {
    out: option("<file>", "the CSV to write", someText, "summaries.csv"),
    force: flag("write over a file that summarise did not write"),
    events,
    window: option("<number>", "attempts that a summary is written from", wholeNumber(1, 1000), 4),
    kind: option("<name>", "what the summaries are called (default: the model's name)", someText),
    ...modelOptions(),
  };
}

export type SummariseOptions = OptionValues<ReturnType<typeof summariseOptions>>;

const DOES = "write a summary of each student with a model, for `promptnce score`";

/** `summarise`: a summary of each student, by a model. */
export function summarise(parent: Command): void {
  addCommand(parent, "summarise", DOES, EXAMPLES, summariseOptions())
    .argument("<attempts>", ATTEMPTS)
    .action(async (attempts: string, options: SummariseOptions) => {
      const { interruptible } = await import("#command/terminal");
      const { runSummarise } = await import("./run-summarise.ts");
      await interruptible(({ signal }) => runSummarise(attempts, options, signal));
    });
}
