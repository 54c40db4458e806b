import type { Command } from "commander";
import { addCommand } from "../terminal/add-command.ts";
import { type InferOptions, inferOptions } from "./infer-options.ts";

const EXAMPLES = `
FILE holds rows (CSV, TSV, JSON lines or Parquet), for example a result of "promptnce estimate" with
a column of labels that you have added: a number where a person gave one, an empty cell elsewhere.
Labels and predictions can also be yes and no, true and false, pass and fail, or any two words, one
of which --positive names: the output then has sensitivity, specificity and Cohen's κ.

The interval from labels and predictions (PPI++) holds however wrong the predictions are; if they
are useless, it is about as wide as the interval from labels alone. Both intervals hold only if the
labelled rows were drawn at random, as --next draws them. --above applies to labels and predictions.

Rows that share a question, a person or a text also share errors: name that column with --cluster,
and label whole clusters, or rows drawn at random. In a result whose contexts or x repeat, these are
the default clusters; --cluster none treats all rows as independent. If some kinds of rows were
labelled more often than others, name the column of the kinds with --strata. If rows have weights,
such as those of a survey, name their column with --weight: the estimates and the intervals use them.

Examples:
  promptnce infer judged.csv --label human --prediction judge             # a judge's yes and no, corrected
  promptnce infer judged.csv --label human --prediction judge --bias-by topic --at-least 0.6
  promptnce infer scored.csv --label human                                # the mean
  promptnce infer scored.csv --label human --above 2                      # the share above 2
  promptnce infer scored.csv --label human --by condition                 # the difference of two groups
  promptnce infer scored.csv --label human --on age --json                # the slope on a column
  promptnce infer scored.csv --label human --cluster question             # rows of a question share errors
  promptnce infer scored.csv --label human --precision 0.05 --next 50     # how many labels, and for which rows`;

/** The `infer FILE` command, which combines a few labels with many predictions. */
export function infer(parent: Command): void {
  addCommand(
    parent,
    "infer",
    "correct a judge or a model with a few labels from people: a mean, share, difference or slope",
    EXAMPLES,
    inferOptions,
  )
    .argument("<file>", "rows with predictions and some labels; - for standard input")
    .action(async (file: string, options: InferOptions) =>
      (await import("./run-infer.ts")).runInfer(file, options),
    );
}
