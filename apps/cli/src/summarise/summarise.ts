import type { Command } from "commander";
import { addCommand } from "../terminal/add-command.ts";
import { ATTEMPTS } from "../options/attempts-file.ts";
import { exitCodesText } from "#command/start";
import { type SummariseOptions, summariseOptions, usualOptions } from "./summarise-options.ts";

const EXAMPLES = `
The attempts are those of promptnce score, which reads the summaries that this command writes. A run
that was stopped goes on when you give the same command again. Without --model no model is asked: a
program describes what it sees, and says so in every summary.

The first --window attempts of each student leave your machine: they go to the model you name.
docs/privacy.md says how to run a model on your own machine.

Examples:
  promptnce summarise attempts.csv --provider anthropic --model NAME --out summaries.csv
  promptnce summarise ./progsnap2 --events Submit --dry-run --provider openai --model NAME
  promptnce summarise attempts.jsonl --provider openai \\
    --base-url http://localhost:11434/v1 --model NAME

${exitCodesText}`;

const DOES = "write a summary of each student with a model, for `promptnce score`";

/** The `summarise` command, in which a model writes a summary of each student. */
export function summarise(parent: Command): void {
  const help = { text: EXAMPLES, usual: usualOptions };
  addCommand(parent, "summarise", DOES, help, summariseOptions())
    .argument("<attempts>", ATTEMPTS)
    .action(async (attempts: string, options: SummariseOptions) => {
      const { interruptible } = await import("#command/terminal");
      const { runSummarise } = await import("./run-summarise.ts");
      await interruptible(({ signal }) => runSummarise(attempts, options, signal));
    });
}
