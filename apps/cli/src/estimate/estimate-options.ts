import { askingOptions, flag, listOf, oneOf, option, type OptionValues } from "#command";
import { shardOption, someText, wholeNumber } from "#command";
import { shardStore } from "@promptnce/engine/run";
import { UsageError } from "#command/errors";
import type { Option } from "commander";
import { z } from "zod";
import { type AskedModel, askedModel } from "../options/chosen-model.ts";
import type { LabelScope } from "@promptnce/rows/survey";
import { shellWord } from "#command/terminal";

const oneCharacter = z
  .string()
  .transform((text) => (text === "\\t" ? "\t" : text))
  .refine((text) => /^[^"\r\n]$/.test(text), "give one character, as ; or \\t");

/** The options of `estimate`, in the order of its help. */
export function givenOptions() {
  return {
    recorded: flag(
      "the file holds masses as somebody recorded them: estimate from these, without a model",
    ),
    task: option(
      "<name>",
      "how the prompts are worded: words, chaosnli, goemotions, or a YAML file, which start writes; needed",
      someText,
    ),
    y: option("<column>", "the column of the label", someText),
    count: option(
      "<column>",
      "how many people gave y to x: ground truth, and all scores",
      someText,
    ),
    weight: option("<column>", "what a row weighs in counts, as a survey's weights", someText),
    given: option(
      "<columns>",
      "within which probabilities are, as a survey's question: PMI given these (default: nothing)",
      listOf(someText),
    ),
    counts: option(
      "<file>",
      "how many gave each label (columns label, count, those of --given), for promptnce:counted",
      someText,
    ),
    labels: option("<file>", "the labels, one a line (default: those in the rows)", someText),
    format: option(
      "<name>",
      "of the rows: csv, tsv or jsonl (default: by the file's name)",
      someText,
    ),
    delimiter: option("<character>", "between fields (default: by the format)", oneCharacter),
    x: option(
      "<columns>",
      "the columns of x, repeated or by commas (default: the task's fields)",
      listOf(someText),
    ),
    ask: option(
      "<name>",
      "which labels are asked about (default: pairs)",
      oneOf(["pairs", "all-labels"] as const),
    ),
    top: option("<number>", "rank all labels and keep so many of each x", wholeNumber(1, 1e6)),
    first: option(
      "<number>",
      "ask about so many of the first rows alone, or inputs",
      wholeNumber(1, 1e9),
    ),
    k: option(
      "<number>",
      "labels in a candidate set (default: 5, or all where there are fewer)",
      wholeNumber(2, 1e6),
    ),
    methods: option(
      "<ids>",
      "as infonce:ungrounded or promptnce:implied (default: promptnce)",
      listOf(someText),
    ),
    structured: flag(
      "hold replies to a JSON schema, which most vendors can; the paper's wordings do not",
    ),
    ...askingOptions(),
    out: option(
      "<file>",
      "where the results go; - for standard output (default: that, or rows.pmi.csv on a terminal)",
      someText,
    ),
    outFormat: option(
      "<name>",
      "csv, tsv, jsonl or parquet (default: by the name of --out)",
      someText,
    ),
    bom: flag("begin CSV or TSV with a byte order mark, by which Excel knows UTF-8"),
    escapeFormulas: flag(
      "put ' before texts that begin with = + - or @, which a spreadsheet would run",
    ),
    shard: shardOption(),
    report: option(
      "<file>",
      "a page to look at, as page.html: figures, pairs, prompts, replies",
      someText,
    ),
  };
}

export type GivenOptions = OptionValues<ReturnType<typeof givenOptions>>;

/** The settings of an estimate. */
export interface EstimateOptions extends AskedModel<
  GivenOptions & Readonly<Record<"task" | "out", string>>
> {
  /** The file of rows, or `-`. */
  readonly input: string;
  readonly ask: LabelScope;
  readonly methods: readonly string[];
  /** Whether to show the first rows: on a terminal, if no output was specified. */
  readonly showRows: boolean;
}

const OF_RECORDED =
  "recorded x y count counts given weight format delimiter methods out outFormat bom escapeFormulas report".split(
    " ",
  );

/** @throws UsageError for an option of those given that asks a model, with recorded masses. */
export function checkRecorded(given: readonly Option[]): void {
  const other = given.find((one) => !OF_RECORDED.includes(one.attributeName()));
  if (other === undefined) return;
  throw new UsageError(
    `${other.long}: --recorded reads masses from a file and asks nothing; leave one out`,
  );
}

/** The complete settings. @throws UsageError if two options are incompatible */
export function estimateOptions(
  input: string,
  { out: named, ...rest }: GivenOptions,
): EstimateOptions {
  const task = rest.recorded ? "recorded" : rest.task;
  if (task === undefined) {
    const start = input === "-" ? "promptnce task init" : `promptnce start ${shellWord(input)}`;
    throw new UsageError(
      `--task: say how the prompts are worded, by words, chaosnli, goemotions or a YAML file, which this writes for your rows: ${start}`,
    );
  }
  const showRows = named === undefined && input !== "-" && process.stdout.isTTY;
  const out =
    named ?? (showRows ? `${input.replace(/\.\w+$/, "")}.pmi.${rest.outFormat ?? "csv"}` : "-");
  const given = { ...rest, task, out };
  const usual = out === "-" ? "promptnce.replies.jsonl" : `${out}.replies.jsonl`;
  const store = given.store ?? shardStore(usual, given.shard);
  const methods = given.methods ?? ["promptnce"];
  return { input, ask: scopeOf(given), methods, showRows, ...askedModel(given, store) };
}

function scopeOf({ ask, top }: Pick<GivenOptions, "ask" | "top">): LabelScope {
  if (top === undefined) return ask ?? "pairs";
  if (ask !== "pairs") return "top";
  throw new UsageError(
    "--top: ranks all labels, so that --ask pairs does not go with it; leave one of them out",
  );
}
