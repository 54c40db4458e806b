import type { Command, Option } from "commander";
import { addCommand } from "../terminal/add-command.ts";
import {
  type GivenOptions,
  givenOptions,
  type StudySource,
  usualOptions,
} from "./estimate-options.ts";
import { UsageError } from "#command/errors";
import { isStudyFile, studyKey } from "../study/study-keys.ts";
import { exitCodesText } from "#command/start";

const MORE = `
Methods. To all but direct-pmi and gem you may add a base rate: :ungrounded, :implied (the mean of
P(y|x)), :counted (needs --counts), :empirical (needs --count) or :none.
  promptnce     P(y|x) from a candidate set with OTHER, and a grounded base rate (the default)
  marginalnce   P(y|x) from a closed candidate set, and a grounded base rate
  infonce       the closed set alone
  direct-split  P(y|x) and P(y), each asked for as a number
  direct-pmi    PMI, asked for as a number
  gem           the model's own probability of the text y (needs --scoring or llama:FILE.gguf);
                gem:empty, gem:none and others use another null context, gem+plain needs no chat
                template
Which base rate: on 100 survey questions :implied ranked better than the model's own in 13 of 13
pairs of a model and a way of asking, and better than :empirical in 12 (docs/record.md). These are
five models on the same questions, and no prompt offered OTHER. It needs all x of a context, or a
fair sample of them.

What to ask about:
  --ask pairs       the pair of each row; needs --y (the default)
  --ask all-labels  every label for each x; one prompt asks about K labels at once. No label is in two
                    sets, and OTHER is everything outside a set, including the labels of other sets
  --top N           the N labels with the highest PMI for each x, ranked

Recorded probabilities (--recorded), as another study published them: one row per label, with the
columns x (or id), label and mass; the label OTHER is the mass outside the set. Optional columns are
human_count, the number of people who gave the label to x; base_rate, the elicited P(y); and set,
where an x has several sets. If your columns have other names, give them with --x, --y and --count.
A label must mean the same for every x. Where it does not, as with the answers to a survey's
questions, name the context (--given question): each context then has its own labels, base rates,
ground truth and PMI. Masses may be percentages. Those that sum to less than one stay as they are,
since a table may omit an option; above 1.1, or with OTHER, they are divided by their sum. If all
are 0, there is no answer. If the labels form a scale, --labels lists them in order: people's
answers are then also compared by the earth mover's distance, in steps from one line of the file to
the next.

More examples:
  promptnce estimate comments.jsonl --task goemotions --x comment=text --y emotion --top 3
  promptnce estimate - --task words --y response --out result.parquet < pairs.csv
  promptnce estimate ratings.csv --task moods.yaml --raters Anna,Ben,Cleo --out moods.csv
  promptnce estimate survey.csv --task moods.yaml --y mood --labels 1=calm --labels 2=glad \\
    --where wave=3 --out moods.csv
  promptnce estimate --recorded published.csv --out scored.csv --report page.html
  promptnce estimate --recorded question-7.csv --x group --y answer --count people \\
    --methods promptnce:implied
  promptnce estimate --recorded survey.csv --x group --y answer --given question --out scored.csv
  promptnce estimate pairs.csv --task words --y response --model anthropic:NAME --batch \\
    --out scored.csv
`;

const EXAMPLES = `
Results come in the order of the rows, on standard output or in --out. A run that was stopped goes
on when you give the same command again. --x text takes the field text from the column of that name;
--x text=comment takes it from the column comment.

Examples:
  promptnce estimate pairs.csv --task words --x cue --y response
  promptnce estimate pairs.csv --task words --y response --count n --out scored.csv --report page.html
  promptnce estimate comments.csv --task moods.yaml --x comment=text --y mood --out moods.csv
  promptnce estimate pairs.csv --task words --y response --provider openai \\
    --base-url http://localhost:11434/v1 --model NAME --budget 5 --dry-run

${exitCodesText}`;

/** The `estimate FILE` command, which estimates the PMI of the pairs in a file of rows. */
export function estimate(parent: Command): void {
  const does = "estimate PMI for the rows of a file: pairs in, P(y|x), P(y) and PMI out";
  const help = { text: EXAMPLES, more: MORE, usual: usualOptions };
  addCommand(parent, "estimate", does, help, givenOptions())
    .argument(
      "<file>",
      "rows (CSV, TSV, Excel, JSON, JSON lines or Parquet; - for standard input), a study or a manifest",
    )
    .action(async (file: string, _: GivenOptions, command: Command) => {
      const study = await givenStudy(file, command);
      const options = command.opts<GivenOptions>();
      const { checkRecorded, estimateOptions } = await import("./estimate-settings.ts");
      if (options.recorded) checkRecorded(command.options.filter((one) => isGiven(command, one)));
      const { runEstimate } = await import("./run-estimate.ts");
      const { interruptible } = await import("#command/terminal");
      await interruptible((closing) =>
        runEstimate(estimateOptions(study.rows, options, study), closing),
      );
    });
}

/**
 * The rows, and the settings that were given. The values of a study become options of the command
 * where the command line does not give them.
 */
async function givenStudy(
  file: string,
  command: Command,
): Promise<StudySource & { readonly rows: string }> {
  const isStudy = isStudyFile(file) && command.getOptionValue("format") === undefined;
  if (isStudy) {
    const { readStudy } = await import("../study/read-study.ts");
    const study = readStudy(file, givenOptions(), ["rows", ...usualOptions.map(studyKey)]);
    for (const [property, value] of Object.entries(study)) {
      if (command.getOptionValueSource(property) === "cli") continue;
      command.setOptionValueWithSource(property, value, "config");
    }
  }
  const rows = isStudy ? command.getOptionValue("rows") : file;
  if (typeof rows !== "string") {
    throw new UsageError(`--rows: ${file} names no rows; add "rows: FILE", or give --rows FILE`);
  }
  if (!isStudy && command.getOptionValue("rows") !== undefined) {
    throw new UsageError(
      `--rows: it replaces the rows of a study, but ${file} is a file of rows; leave it out`,
    );
  }
  const given = command.options.filter((one) => isGiven(command, one));
  const values = given.map((one) => [
    one.attributeName(),
    command.getOptionValue(one.attributeName()),
  ]);
  return {
    rows,
    file: isStudy ? file : undefined,
    values: { ...Object.fromEntries(values), rows },
  };
}

/** Whether an option was given, on the command line or in a study, and is not a default. */
function isGiven(command: Command, option: Option): boolean {
  return (command.getOptionValueSource(option.attributeName()) ?? "default") !== "default";
}
