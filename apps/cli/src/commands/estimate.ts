import type { Command } from "commander";
import { InvalidArgumentError, Option } from "commander";
import type { GivenOptions } from "../estimate/estimate-options.ts";
import { numberFrom, wholeNumber } from "../number-option.ts";

const EXAMPLES = `
Columns are named: --x cue takes the field cue from the column of that name, --x cue=word from the
column word. Results come in the order of the rows. Rows go to standard output or --out, all else to
standard error. A run that was stopped goes on where it was when the same command is given again.

Modes:
  pairs        the pair of each row: needs --y
  all-labels   each input with every label; a prompt prices K labels at once. The sets have no label
               in common, and OTHER of one is all that is outside it, other sets' labels included
  --top N      the N labels with the highest PMI of each input, ranked

Examples:
  promptnce estimate pairs.csv --task words --x cue --y response
  promptnce estimate pairs.csv --task words --x cue --y response --count n --out scored.csv
  promptnce estimate comments.jsonl --task goemotions --x comment=text --labels emotions.txt --top 3
  promptnce estimate - --task words --y response --out result.parquet < pairs.csv
  promptnce estimate pairs.csv --task words --y response --provider openai \\
    --base-url http://localhost:11434/v1 --model NAME --budget 5 --dry-run

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 stopped by the budget.`;

const each = (value: string, before: readonly string[] = []): string[] => [
  ...before,
  ...value.split(","),
];

/** `estimate FILE`: the PMI of the pairs of a file of rows. */
export function estimate(parent: Command): void {
  const command = parent
    .command("estimate")
    .description("estimate PMI for the rows of a file: pairs in, their terms and PMI out")
    .argument("<file>", "CSV, TSV or JSON lines; - for standard input")
    .requiredOption("--task <name>", "words, chaosnli or goemotions: how the prompts are worded")
    .option(
      "--x <columns>",
      "the columns of x, repeated or by commas (default: the task's fields)",
      each,
    ) // prettier-ignore
    .option("--y <column>", "the column of the label")
    .option("--count <column>", "how many people gave y to x: ground truth, and all scores")
    .option("--labels <file>", "the labels, one a line (default: those in the rows)")
    .option("--format <name>", "of the rows: csv, tsv or jsonl (default: by the file's name)")
    .option("--delimiter <character>", "between fields (default: by the format)", oneCharacter);
  modelOptions(asked(command))
    .option("--store <file>", "the journal of replies (default: beside --out)")
    .option("--out <file>", "where the results go; - for standard output", "-")
    .option("--out-format <name>", "csv, tsv, jsonl or parquet (default: by the name of --out)")
    .addHelpText("after", EXAMPLES)
    .action(async (file: string, options: GivenOptions) => {
      const { estimateOptions } = await import("../estimate/estimate-options.ts");
      const { runEstimate } = await import("../estimate/run-estimate.ts");
      const closing = new AbortController();
      process.once("SIGINT", () => {
        process.stderr.write("\nStopping: no new questions; waiting for the answers under way.\n");
        closing.abort(new Stopped());
      });
      try {
        await runEstimate(estimateOptions(file, options), { stderr: process.stderr, closing });
      } catch (error) {
        if (!(closing.signal.reason instanceof Stopped)) throw error;
        process.stderr.write("Stopped. Every answer so far is in the store: the same command goes on from there.\n"); // prettier-ignore
        process.exitCode = 1;
      }
    });
}

/** The user pressed Ctrl-C. */
class Stopped extends Error {}

function asked(command: Command): Command {
  const mode = new Option("--mode <name>", "which labels are asked about").choices(["pairs", "all-labels"]); // prettier-ignore
  return command
    .addOption(mode.default("pairs"))
    .option("--top <number>", "rank all labels and keep so many of each x", wholeNumber(1, 1e6))
    .option(
      "--method <ids>",
      "as promptnce, infonce or direct-split:ungrounded (default: promptnce)",
      each,
    ) // prettier-ignore
    .option(
      "--k <number>",
      "labels in a candidate set (default: 5, or all where there are fewer)",
      wholeNumber(2, 1e6),
    ) // prettier-ignore
    .option("--seed <text>", "of candidate sets, examples and resampling", "1");
}

function modelOptions(command: Command): Command {
  const profile = new Option("--profile <name>", "of the simulated respondent");
  const provider = new Option("--provider <name>", "who serves the model (default: simulated)");
  const scoring = new Option("--scoring <way>", "how that server scores a given text");
  return command
    .addOption(provider.choices(["simulated", "anthropic", "openai", "llama"]))
    .addOption(profile.choices(["model-like", "truthful"]).default("model-like"))
    .option(
      "--model <name>",
      "the model; anthropic:NAME, openai:NAME or llama:FILE.gguf name their provider",
      each,
    ) // prettier-ignore
    .option("--base-url <url>", "a server that speaks the provider's wire format", url)
    .addOption(scoring.choices(["vllm", "sglang", "llama-server"]))
    .option("--key-env <name>", "the environment variable with that server's key")
    .option(
      "--settings <json>",
      "the vendor's own parameters, e.g. '{\"temperature\": 0}'",
      jsonObject,
    ) // prettier-ignore
    .option("--concurrency <number>", "calls under way at once", wholeNumber(1, 1000), 8)
    .option("--rpm <number>", "requests a minute, at most", numberFrom(0))
    .option("--tpm <number>", "tokens a minute, at most", numberFrom(0))
    .option("--timeout <seconds>", "how long one call may take", numberFrom(0))
    .option(
      "--budget <dollars>",
      "stop before more than this is spent, what the store holds included",
      numberFrom(0),
    ) // prettier-ignore
    .option("--price-in <dollars>", "what a million input tokens cost", numberFrom(0))
    .option("--price-out <dollars>", "what a million output tokens cost", numberFrom(0))
    .option(
      "--confirm-above <dollars>",
      "ask before a run that will cost more, or nobody knows what",
      numberFrom(0),
      1,
    ) // prettier-ignore
    .option("--yes", "do not ask; a script needs it where a terminal would be asked")
    .option("--dry-run", "say what would be asked and what it would cost, and ask nothing");
}

function oneCharacter(text: string): string {
  const character = text === "\\t" ? "\t" : text;
  if (character.length === 1 && !/["\r\n]/.test(character)) return character;
  throw new InvalidArgumentError("Give one character, as ; or \\t.");
}

function url(text: string): string {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text;
  throw new InvalidArgumentError("Give an address as http://localhost:8080/v1.");
}

function jsonObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch {
    // Said below.
  }
  throw new InvalidArgumentError("Give a JSON object.");
}
