import { method } from "@promptnce/core";
import { Command, Option } from "commander";
import { parseConfig } from "./config.ts";
import type { Config } from "./config.ts";
import { experiments } from "./experiments/all.ts";

const examples = `
Examples:
  bench                                             synthetic worlds, simulated respondent: no key, no data
  bench --profile truthful                          the same, answered by somebody who knows
  bench --data ../data --dataset words,chaosnli     real data, simulated respondent
  bench --data ../data --provider anthropic --model NAME --pairs 50
                                                    a pilot with a model (key in ANTHROPIC_API_KEY)
  bench --data ../data --provider openai --base-url http://localhost:11434/v1 --model NAME
                                                    any OpenAI-compatible server

A run that was stopped goes on where it was when the same command is given again: every reply is
kept in the store before it is used.`;

/**
 * The settings given on the command line. Ends the process with 0 after --help and with 2 and one
 * sentence where something is wrong with them.
 */
export function parseArguments(argv: readonly string[]): Config {
  const program: Command = command();
  program.parse(argv, { from: "user" });
  const config = parseConfig(program.opts());
  if ("wrong" in config) program.error(`error: ${config.wrong}`);
  const wrong = unknownName(config);
  if (wrong !== undefined) program.error(`error: ${wrong}`);
  return config;
}

function command(): Command {
  return new Command("bench")
    .description("Reproduces the tables of the PromptNCE paper with any model.")
    .option(
      "--dataset <names>",
      "words, chaosnli, goemotions, or synthetic-… of each (default: synthetic worlds without --data, real ones with it)",
    ) // prettier-ignore
    .addOption(new Option("--data <folder>", "where the datasets' files are").env("PROMPTNCE_DATA"))
    .option(
      "--experiment <ids>",
      `any of ${experiments.map(({ id }) => id).join(", ")} (default: all)`,
    ) // prettier-ignore
    .option("--provider <name>", "simulated, anthropic or openai (default: simulated)")
    .option(
      "--profile <name>",
      "of the simulated respondent: model-like or truthful (default: model-like)",
    ) // prettier-ignore
    .option("--model <name>", "the model to ask; any name the provider knows")
    .option("--base-url <url>", "a server that speaks the provider's wire format")
    .option(
      "--key-env <name>",
      "the environment variable with that server's key (default: no key is sent)",
    )
    .option("--settings <json>", "the vendor's own parameters, e.g. '{\"temperature\": 0}'")
    .option("--methods <ids>", "of the table of end-to-end PMI, e.g. promptnce,infonce:empirical")
    .option("--k <number>", "size of the candidate set (default: 5)")
    .option("--pairs <number>", "evaluation pairs a dataset (default: 500)")
    .option("--dev <number>", "development pairs a dataset (default: 200)")
    .option("--seed <text>", "of the split, candidate sets, examples and resampling (default: 1)")
    .option("--concurrency <number>", "calls under way at once (default: 8)")
    .option("--store <file>", "the journal of replies (default: replies.jsonl in --out)")
    .option("--out <folder>", "where the results go (default: out)")
    .addHelpText("after", examples)
    .showHelpAfterError("(see --help)")
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
}

/** What is wrong with a name that only the code knows the list of. */
function unknownName({ experiment = [], methods }: Config): string | undefined {
  const unknown = experiment.find((name) => !experiments.some(({ id }) => id === name));
  if (unknown !== undefined) {
    return `--experiment: there is no ${JSON.stringify(unknown)}; name any of ${experiments.map(({ id }) => id).join(", ")}`; // prettier-ignore
  }
  const nothing = { grounding: { examples: [], labels: [] }, marginal: new Map() };
  for (const id of methods) {
    try {
      method(id, nothing);
    } catch (error) {
      return `--methods: ${(error as Error).message}`;
    }
  }
  return undefined;
}
