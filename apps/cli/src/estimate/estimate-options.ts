import {
  askingOptions,
  columnNames,
  flag,
  inGroup,
  listOf,
  oneOf,
  option,
  type OptionValues,
  shardOption,
  someText,
  usualModelOptions,
  wholeNumber,
} from "#command/options";
import type { Task } from "@promptnce/prompts";
import type { AskedModel } from "../options/chosen-model.ts";
import { readingOptions } from "../options/reading-options.ts";
import { labels, missing, questions, where } from "../options/table-options.ts";
import type { LabelScope } from "@promptnce/rows/survey";

/** The options of `estimate`, in the order of its help. */
export function givenOptions() {
  const { store, ...asking } = askingOptions();
  return {
    ...inGroup("Data:", dataOptions()),
    ...inGroup("Question:", questionOptions()),
    ...asking,
    ...inGroup("Output:", outputOptions()),
    store,
    shard: shardOption(),
  };
}

/** The options that `--help` shows; `--help-all` shows the others too. */
export const usualOptions: readonly string[] = [
  ..."x y count raters questions wide groups several where given labels missing task methods k ask top first sample out outFormat report".split(
    " ",
  ),
  ...usualModelOptions,
];

function dataOptions() {
  return {
    rows: option("<file>", "the file of rows, for a study instead of the one it names", someText),
    x: option(
      "<columns>",
      "the columns of x, separated by commas (default: the task's fields)",
      columnNames,
    ),
    y: option("<column>", "the column of the label", someText),
    count: option(
      "<column>",
      "how many people gave y to x: the truth that estimates are scored against; rows if each row is one answer (default: rows where pairs repeat, else none)",
      someText,
    ),
    raters: option(
      "<columns>",
      "the columns of labels, one for each rater: their votes are counted",
      columnNames,
    ),
    questions,
    wide: option(
      "<columns>",
      "the columns of counts, one for each label: how many people gave it",
      columnNames,
    ),
    groups: option(
      "<columns>",
      "the columns of counts or shares, one for each group of people: who gave the label of the row",
      columnNames,
    ),
    several: flag(
      "split cells that hold several labels (a list, a dict or a;b), and show how they were read",
    ),
    given: option(
      "<columns>",
      "the context, such as a survey's question: PMI is then conditional on it (default: none)",
      columnNames,
    ),
    labels,
    missing,
    where,
    weight: option(
      "<column>",
      "the column of weights, such as a survey's: they weigh people's counts",
      someText,
    ),
    counts: option(
      "<file>",
      "how many people gave each label (columns label, count and those of --given), for promptnce:counted",
      someText,
    ),
    recorded: flag("the file holds recorded probabilities: estimate from these, without a model"),
    ...readingOptions,
  };
}

function questionOptions() {
  return {
    task: option(
      "<name>",
      "how prompts are worded: words, chaosnli, goemotions, or a YAML file, which promptnce task init writes",
      someText,
    ),
    methods: option(
      "<ids>",
      "the methods, e.g. promptnce:implied,infonce (default: promptnce)",
      listOf(someText),
    ),
    k: option(
      "<number>",
      "labels in a candidate set (default: 5, or all if there are fewer)",
      wholeNumber(2, 1e6),
    ),
    ask: option(
      "<name>",
      "which labels to ask about (default: pairs, the label of each row)",
      oneOf(["pairs", "all-labels"] as const),
    ),
    top: option("<number>", "rank all labels, and keep this many for each x", wholeNumber(1, 1e6)),
    first: option("<number>", "ask about only this many of the first rows", wholeNumber(1, 1e9)),
    sample: option(
      "<number>",
      "ask about only this many pairs, drawn at random",
      wholeNumber(1, 1e9),
    ),
    structured: flag(
      "hold replies to a JSON schema, which most vendors support; the paper did not",
    ),
  };
}

function outputOptions() {
  return {
    out: option(
      "<file>",
      "where results go; - for standard output (default: -, or rows.pmi.csv on a terminal)",
      someText,
    ),
    outFormat: option(
      "<name>",
      "csv, tsv, jsonl or parquet (default: by the name of --out)",
      someText,
    ),
    report: option(
      "<file>",
      "also write a page, e.g. page.html, with figures, pairs, prompts and replies",
      someText,
    ),
    bom: flag("begin CSV or TSV with a byte order mark, so that Excel reads it as UTF-8"),
    escapeFormulas: flag(
      "put ' before text that begins with =, +, - or @, which a spreadsheet would run",
    ),
  };
}

/** The values of the options; a study may hold its task whole. */
export type GivenOptions = Omit<OptionValues<ReturnType<typeof givenOptions>>, "task"> & {
  readonly task?: string | Task | undefined;
};

/** Where the settings come from, for the record and against overwriting. */
export interface StudySource {
  /** The options that were given, on the command line or in a study, and the rows. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The file of the study, if there is one. */
  readonly file?: string | undefined;
}

/** The settings of an estimate. */
export interface EstimateOptions extends AskedModel<
  GivenOptions & { readonly task: string | Task; readonly out: string }
> {
  /** The file of rows, or `-`. */
  readonly input: string;
  readonly ask: LabelScope;
  readonly methods: readonly string[];
  readonly study: StudySource;
}
