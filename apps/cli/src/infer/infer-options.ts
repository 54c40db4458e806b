import {
  flag,
  numberAbove,
  numberFrom,
  option,
  type OptionValues,
  someText,
  wholeNumber,
} from "#command/options";
import { readingOptions } from "../options/reading-options.ts";
import { missing, where } from "../options/table-options.ts";

/** The options of `infer`, in the order of its help. */
export const inferOptions = {
  label: option(
    "<column>",
    "the column of people's labels, numbers or yes and no; empty cells have none",
    someText,
    "label",
  ),
  prediction: option(
    "<column>",
    "the column of the judge's or model's answers, one in every row (default: pmi, if there is one)",
    someText,
  ),
  positive: option(
    "<text>",
    "the text that counts as 1, such as helpful; other texts count as 0 (default: yes, true, pass, correct)",
    someText,
  ),
  above: option(
    "<number>",
    "estimate the share of rows above this number, not the mean",
    numberFrom(-1e6, 1e6),
  ),
  by: option(
    "<column>",
    "estimate the difference between the two groups that this column names",
    someText,
  ),
  on: option("<column>", "estimate the slope on the numbers of this column", someText),
  cluster: option(
    "<column>",
    "rows with the same value here share errors, e.g. question (default: the context or x of a result if it repeats, otherwise none)",
    someText,
  ),
  strata: option(
    "<column>",
    "the column within whose values the rows to label were drawn",
    someText,
  ),
  weight: option("<column>", "the column of row weights, such as a survey's", someText),
  biasBy: option(
    "<column>",
    "say whether the predictions' error depends on this column more than on a shuffled one",
    someText,
  ),
  atLeast: option(
    "<number>",
    "exit with 4 unless the whole interval is at or above this number",
    numberFrom(-1e6, 1e6),
  ),
  precision: option(
    "<number>",
    "say how many labels an interval of ± this number needs",
    numberAbove(0),
  ),
  next: option("<rows>", "draw this many rows to label next", wholeNumber(1, 1e6)),
  seed: option("<text>", "the seed of that draw", someText, "promptnce"),
  where,
  missing,
  method: option("<id>", "use the rows of this method only", someText),
  ...readingOptions,
  json: flag("print the inference as JSON"),
};

export type InferOptions = OptionValues<typeof inferOptions>;
