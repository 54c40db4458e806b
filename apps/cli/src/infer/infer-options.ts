import { flag, numberAbove, numberFrom, option, someText, wholeNumber } from "#command";
import type { OptionValues } from "#command";

/** The options of `infer`, in the order of its help. */
export const inferOptions = {
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
    "what rows share errors by, as a question (default: context or x of a result where it repeats, else none)",
    someText,
  ),
  strata: option("<column>", "within what rows to label were drawn", someText),
  weight: option("<column>", "how much a row counts, as a survey's weights", someText),
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
