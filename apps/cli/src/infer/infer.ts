import type { Command } from "commander";
import { addCommand } from "../terminal/add-command.ts";
import { type InferOptions, inferOptions } from "./infer-options.ts";

const EXAMPLES = `
FILE holds rows (CSV, TSV or JSON lines), such as a result of "promptnce estimate" with a column of your
own added: a label, as a number, where a person gave one, and empty elsewhere. The interval from labels and
predictions (PPI++) holds however wrong the predictions are, and is about as wide as that of labels
alone where they are useless. Both hold only where the labelled rows were drawn at random, as --next does. --above is
of the labels and of the predictions.

Rows of one question, person or text share errors: name that column with --cluster, and label whole ones or rows at
random. In a result whose contexts or x repeat, these are the default; --cluster none takes rows for independent.
If some kinds of rows were labelled more often than others, name their column with --strata. Weights of a survey, as of
people who were harder to reach, are the column of --weight: they count in estimates and in intervals.

Examples:
  promptnce infer scored.csv --label human                                # the mean
  promptnce infer scored.csv --label human --above 2                      # the share above 2
  promptnce infer scored.csv --label human --by condition                 # the difference of two groups
  promptnce infer scored.csv --label human --on age --json                # the slope on a column
  promptnce infer scored.csv --label human --cluster question             # errors by question
  promptnce infer scored.csv --label human --precision 0.05 --next 50     # how many labels, and of which rows`;

/** The `infer FILE` command, which combines a few labels with many predictions. */
export function infer(parent: Command): void {
  addCommand(
    parent,
    "infer",
    "a mean, share, difference or slope from few labels",
    EXAMPLES,
    inferOptions,
  )
    .argument("<file>", "rows with predictions and some labels; - is standard input")
    .action(async (file: string, options: InferOptions) =>
      (await import("./run-infer.ts")).runInfer(file, options),
    );
}
