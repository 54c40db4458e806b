import type { Command } from "commander";
import { InvalidArgumentError } from "commander";
import { addOptions, listOf, askingOptions, oneOf, option, someText, wholeNumber } from "@promptnce/providers/choose";
import type { GivenOptions } from "./estimate-options.ts";
import { exitCodesText } from "#report/start";

const EXAMPLES = `
Columns are named: --x cue takes the field cue from the column of that name, --x cue=word from the
column word. Results come in the order of the rows. Rows go to standard output or --out, all else to
standard error. A run that was stopped goes on where it was when the same command is given again.

Methods; behind all but direct-pmi and gem another base rate may be named than the usual one, as
:ungrounded, :empirical (needs --count) or :none:
  promptnce     P(y|x) from a candidate set with OTHER, and a grounded base rate (the default)
  marginalnce   P(y|x) from a closed candidate set, and a grounded base rate
  infonce       the closed set alone
  direct-split  P(y|x) and P(y), each asked for as a number
  direct-pmi    PMI asked for as a number
  gem           the model's own probability of the text y (--scoring, llama:FILE.gguf); gem:empty,
                gem:none and others take another null context, gem+plain needs no chat template

Modes:
  pairs        the pair of each row: needs --y
  all-labels   each input with every label; a prompt prices K labels at once. The sets have no label
               in common, and OTHER of one is all that is outside it, other sets' labels included
  --top N      the N labels with the highest PMI of each input, ranked

Examples:
  promptnce estimate pairs.csv --task words --x cue --y response
  promptnce estimate pairs.csv --task words --x cue --y response --count n --out scored.csv
  promptnce estimate pairs.csv --task words --y response --out scored.csv --report page.html
  promptnce estimate comments.csv --task moods.yaml --x comment=text --y mood --out moods.csv
  promptnce estimate comments.jsonl --task goemotions --x comment=text --y emotion --top 3
  promptnce estimate - --task words --y response --out result.parquet < pairs.csv
  promptnce estimate pairs.csv --task words --y response --provider openai \\
    --base-url http://localhost:11434/v1 --model NAME --budget 5 --dry-run
  promptnce estimate pairs.csv --task words --y response --model anthropic:NAME --batch --out s.csv

${exitCodesText}`;

/** `estimate FILE`: the PMI of the pairs of a file of rows. */
export function estimate(parent: Command): void {
  const command = parent
    .command("estimate")
    .description("estimate PMI for the rows of a file: pairs in, their terms and PMI out")
    .argument("<file>", "CSV, TSV or JSON lines; - for standard input")
    .option(
      "--task <name>",
      "how the prompts are worded: words, chaosnli, goemotions, or a YAML file, which start writes; needed",
    )
    .option("--y <column>", "the column of the label")
    .option("--count <column>", "how many people gave y to x: ground truth, and all scores")
    .option("--labels <file>", "the labels, one a line (default: those in the rows)")
    .option("--format <name>", "of the rows: csv, tsv or jsonl (default: by the file's name)")
    .option("--delimiter <character>", "between fields (default: by the format)", oneCharacter);
  addOptions(asked(command), askingOptions())
    .option(
      "--out <file>",
      "where the results go; - for standard output (default: that, or rows.pmi.csv on a terminal)",
    )
    .option("--out-format <name>", "csv, tsv, jsonl or parquet (default: by the name of --out)")
    .option("--bom", "begin CSV or TSV with a byte order mark, by which Excel knows UTF-8")
    .option("--escape-formulas", "put ' before texts that begin with = + - or @, which a spreadsheet would run")
    .option("--report <file>", "a page to look at, as page.html: figures, pairs, prompts, replies")
    .addHelpText("after", EXAMPLES)
    .action(async (file: string, options: GivenOptions) => {
      const { estimateOptions } = await import("./estimate-options.ts");
      const { runEstimate } = await import("./run-estimate.ts");
      const { interruptible } = await import("#report/terminal");
      await interruptible((closing) => runEstimate(estimateOptions(file, options), closing));
    });
}

function asked(command: Command): Command {
  const own = {
    x: option("<columns>", "the columns of x, repeated or by commas (default: the task's fields)", listOf(someText)),
    mode: option("<name>", "which labels are asked about (default: pairs)", oneOf(["pairs", "all-labels"])),
    top: option("<number>", "rank all labels and keep so many of each x", wholeNumber(1, 1e6)),
    first: option("<number>", "ask about so many of the first rows alone, or inputs", wholeNumber(1, 1e9)),
    k: option("<number>", "labels in a candidate set (default: 5, or all where there are fewer)", wholeNumber(2, 1e6)),
    method: option("<ids>", "as promptnce, infonce or direct-split:ungrounded (default: promptnce)", listOf(someText)),
  };
  return addOptions(command, own).option(
    "--structured",
    "hold replies to a JSON schema, which most vendors can; the paper's wordings do not",
  );
}

function oneCharacter(text: string): string {
  const character = text === "\\t" ? "\t" : text;
  if (character.length === 1 && !/["\r\n]/.test(character)) return character;
  throw new InvalidArgumentError("Give one character, as ; or \\t.");
}
