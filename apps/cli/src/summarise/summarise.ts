import type { Command } from "commander";
import { addCommand } from "../terminal/add-command.ts";
import { ATTEMPTS } from "../options/data-options.ts";
import { exitCodesText } from "#command/start";
import { type SummariseOptions, summariseOptions } from "./summarise-options.ts";

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
