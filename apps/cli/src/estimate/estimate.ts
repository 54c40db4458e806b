import type { Command, Option } from "commander";
import { addCommand } from "../terminal/add-command.ts";
import {
  checkRecorded,
  estimateOptions,
  type GivenOptions,
  givenOptions,
} from "./estimate-options.ts";
import { exitCodesText } from "#command/start";

const EXAMPLES = `
Columns are named: --x cue takes the field cue from the column of that name, --x cue=word from the
column word. Results come in the order of the rows. Rows go to standard output or --out, all else to
standard error. A run that was stopped goes on where it was when the same command is given again.

Methods; behind all but direct-pmi and gem another base rate may be named than the usual one:
:ungrounded, :implied (the mean P(y|x)), :counted (needs --counts), :empirical (needs --count) or
:none:
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

Recorded masses, as another study published them: a row a label with the columns x (or id), label and
mass; the label OTHER is the mass outside the set. Optional columns: human_count, how many people gave
the label to x; base_rate, P(y) as it was elicited; set, where an x has several. --x, --y and --count
name columns that are called otherwise. Nothing is asked. A label must mean the same in every input; where
it does not, as the answers of a survey's questions, name the context (--given question): labels, base
rates, ground truth and PMI are then those of each, and masses, or percentages, stand as they are given.

Examples:
  promptnce estimate pairs.csv --task words --x cue --y response
  promptnce estimate pairs.csv --task words --x cue --y response --count n --out scored.csv
  promptnce estimate pairs.csv --task words --y response --out scored.csv --report page.html
  promptnce estimate comments.csv --task moods.yaml --x comment=text --y mood --out moods.csv
  promptnce estimate comments.jsonl --task goemotions --x comment=text --y emotion --top 3
  promptnce estimate - --task words --y response --out result.parquet < pairs.csv
  promptnce estimate --recorded published.csv --out scored.csv --report page.html
  promptnce estimate --recorded question-7.csv --x group --y answer --count people --methods promptnce:implied
  promptnce estimate --recorded survey.csv --x group --y answer --given question --out scored.csv
  promptnce estimate pairs.csv --task words --y response --provider openai \\
    --base-url http://localhost:11434/v1 --model NAME --budget 5 --dry-run
  promptnce estimate pairs.csv --task words --y response --model anthropic:NAME --batch --out s.csv

${exitCodesText}`;

/** `estimate FILE`: the PMI of the pairs of a file of rows. */
export function estimate(parent: Command): void {
  const does = "estimate PMI for the rows of a file: pairs in, their terms and PMI out";
  addCommand(parent, "estimate", does, EXAMPLES, givenOptions())
    .argument("<file>", "CSV, TSV or JSON lines; - for standard input")
    .action(async (file: string, options: GivenOptions, command: Command) => {
      const isUsual = (one: Option): boolean =>
        (command.getOptionValueSource(one.attributeName()) ?? "default") === "default";
      if (options.recorded) checkRecorded(command.options.filter((one) => !isUsual(one)));
      const { runEstimate } = await import("./run-estimate.ts");
      const { interruptible } = await import("#command/terminal");
      await interruptible((closing) => runEstimate(estimateOptions(file, options), closing));
    });
}
