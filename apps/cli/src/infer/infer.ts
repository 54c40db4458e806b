import type { Command } from "commander";
import { flag, numberAbove, numberFrom, option, someText, wholeNumber } from "#command";
import type { OptionValues } from "#command";
import { addCommand } from "../terminal/add-command.ts";

const EXAMPLES = `
FILE holds rows (CSV, TSV or JSON lines), such as a result of "promptnce estimate" with a column of your
own added: a label, as a number, where a person gave one, and empty elsewhere. The interval from labels and
predictions (PPI++) holds however wrong the predictions are, and is about as wide as that of labels
alone where they are useless. Both hold only where the labelled rows were drawn at random, as --next does. --above is
of the labels and of the predictions.

Rows of one question, person or text share errors: name that column with --cluster, and label whole ones or rows at
random. Of a result in which x repeats, --cluster is x; --cluster none takes rows for independent. If some kinds of
rows were labelled more often than others, name their column with --strata.

Examples:
  promptnce infer scored.csv --label human                                # the mean
  promptnce infer scored.csv --label human --above 2                      # the share above 2
  promptnce infer scored.csv --label human --by condition                 # the difference of two groups
  promptnce infer scored.csv --label human --on age --json                # the slope on a column
  promptnce infer scored.csv --label human --cluster question             # errors by question
  promptnce infer scored.csv --label human --precision 0.05 --next 50     # how many labels, and of which rows`;

const inferOptions = {
  label: option("<column>", "people's numbers, empty where there is none", someText, "label"),
  prediction: option("<column>", "the model's numbers", someText, "pmi"),
  above: option(
    "<number>",
    "the share of rows above this, instead of the mean",
    numberFrom(-1e6, 1e6),
  ),
  by: option("<column>", "the difference of the two groups that it names", someText),
  on: option("<column>", "the slope on its numbers", someText),
  cluster: option(
    "<column>",
    "what rows share errors by, as a question (default: x of a result where it repeats, else none)",
    someText,
  ),
  strata: option("<column>", "within what rows to label were drawn", someText),
  precision: option("<number>", "say how many labels an interval of ± this takes", numberAbove(0)),
  next: option("<rows>", "name so many rows to label next", wholeNumber(1, 1e6)),
  seed: option("<text>", "of their draw", someText, "promptnce"),
  method: option("<id>", "of a result with several methods, the rows of one", someText),
  format: option(
    "<name>",
    "of the rows: csv, tsv or jsonl (default: by the file's name)",
    someText,
  ),
  json: flag("print it for programs"),
};

export type InferOptions = OptionValues<typeof inferOptions>;

/** `infer FILE`: what few labels and many predictions say together. */
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
