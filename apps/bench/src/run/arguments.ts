import { namesOf, vendors } from "@promptnce/providers/choose";
import { Command, Option } from "commander";
import { type Config, parseConfig } from "../study/config.ts";
import { experiments } from "../experiments/all.ts";
import type { RunFolder } from "./config-of-run.ts";

const examples = `
Examples:
  bench                                             synthetic worlds, simulated respondent: no key, no data
  bench --profile truthful                          the same, answered by somebody who knows
  bench --data ../data --dataset words,chaosnli     real data, simulated respondent
  bench --data ../data --provider anthropic --model NAME --pairs 50
                                                    a pilot with a model (key in ANTHROPIC_API_KEY)
  bench --data ../data --model anthropic:NAME --model openai:NAME
                                                    two models, the paper's two columns
  bench --data ../data --provider openai --base-url http://localhost:11434/v1 --model NAME
                                                    any OpenAI-compatible server
  bench --data ../data --provider openai --base-url http://localhost:8000/v1 --scoring vllm --model NAME
                                                    one that scores given texts as well
  bench --data ../data --model llama:FILE.gguf      a model file in this process (needs node-llama-cpp)
  bench --data ../data --model anthropic:NAME --batch
                                                    through the vendor's batches, at half price
  bench report out                                  tables and page again, from the stored replies
  bench compare out-a out-b                         what differs between two runs, with intervals

A run that was stopped goes on where it was when the same command is given again: every reply is
kept in the store before it is used.`;

/** What the command line asks for. */
export type Action =
  | { readonly kind: "run"; readonly config: Config }
  | ({ readonly kind: "report" } & RunFolder)
  | { readonly kind: "compare"; readonly folders: readonly [string, string] };

/**
 * What is given on the command line.
 *
 * @throws CommanderError after --help, and where something is wrong, when one sentence has said what.
 */
export function parseArguments(argv: readonly string[]): Action {
  let action: Action | undefined;
  const program: Command = command((chosen) => void (action = chosen));
  program.parse(argv, { from: "user" });
  return action as Action;
}

const names = experiments.map(({ id }) => id).join(", ");

function command(choose: (action: Action) => void): Command {
  const data = new Option("--data <folder>", "where the datasets' files are").env("PROMPTNCE_DATA");
  const each = (value: string, before: string[] = []): string[] => [...before, ...value.split(",")];
  const program: Command = new Command("bench")
    .description("Reproduces the tables and figures of the PromptNCE paper with any model.")
    .option(
      "--dataset <names>",
      "words, chaosnli, goemotions, or synthetic-… of each (default: synthetic worlds without --data, real ones with it)",
    )
    .addOption(data)
    .option("--experiment <ids>", `any of ${names} (default: all that can be done)`)
    .option("--provider <name>", `${namesOf([{ name: "simulated" }, ...vendors], "or")} (default: simulated)`)
    .option("--profile <name>", "of the simulated respondent: model-like or truthful (default: model-like)")
    .option(
      "--model <name>",
      `the model to ask, repeated for several; ${namesOf(
        vendors.map(({ example: name }) => ({ name })),
        "and",
      )} name their provider`,
      each,
    )
    .option("--base-url <url>", "a server that speaks the provider's wire format")
    .option(
      "--scoring <way>",
      "how that server scores a given text: vllm, sglang or llama-server (default: not at all)",
    )
    .option("--key-env <name>", "the environment variable with that server's key (default: no key is sent)")
    .option("--settings <json>", "the vendor's own parameters, e.g. '{\"temperature\": 0}'")
    .option("--mode <name>", "faithful (the paper's prompts, default) or structured (constant keys and a JSON Schema)")
    .option("--methods <ids>", "of the table of end-to-end PMI, e.g. promptnce,infonce:empirical")
    .option("--k <number>", "size of the candidate set where the paper has 5 (default: 5)")
    .option("--pairs <number>", "evaluation pairs a dataset (default: 500)")
    .option("--dev <number>", "development pairs a dataset (default: 200)")
    .option("--seed <text>", "of the split, candidate sets, examples and resampling (default: 1)")
    .option("--concurrency <number>", "calls under way at once (default: 8)")
    .option("--rpm <number>", "requests a minute, at most")
    .option("--tpm <number>", "tokens a minute, at most")
    .option("--max-tokens <number>", "of one reply, at most")
    .option("--timeout <seconds>", "how long one call may take (default: 120)")
    .option("--budget <dollars>", "stop before more than this is spent, what the store holds included")
    .option("--price-in <dollars>", "what a million input tokens cost (default: a kept table's)")
    .option("--price-out <dollars>", "what a million output tokens cost (default: a kept table's)")
    .option("--confirm-above <dollars>", "ask before a run that will cost more, or nobody knows what (default: 1)")
    .option("--yes", "do not ask; a script needs it where a terminal would be asked")
    .option("--batch", "ask through the vendor's batches: half the price, an answer within a day")
    .option("--dry-run", "say what would be asked and what it would cost, and ask nothing")
    .option("--store <file>", "the journal of replies (default: replies.jsonl in --out)")
    .option("--out <folder>", "where the results go (default: out)")
    .action((options: unknown) => choose({ kind: "run", config: checked(program, options) }))
    .addHelpText("after", examples)
    .showHelpAfterError("(see --help)")
    .exitOverride()
    // Else a run's options of the same name would be taken from those of a command behind it.
    .enablePositionalOptions();
  program
    .command("report")
    .description("make a run's tables and page again from its stored replies, asking no model")
    .argument("<folder>", "what the run left")
    .addOption(data)
    .option("--store <file>", "the journal of replies (default: replies.jsonl in the folder)")
    .action((folder: string, options: object) => {
      refuseRunOptions(program, "report");
      choose({ kind: "report", folder, ...options });
    });
  program
    .command("compare")
    .description("differences between two runs, with paired intervals, and between their manifests")
    .argument("<folder-a>", "what one run left")
    .argument("<folder-b>", "what the other left")
    .action((a: string, b: string) => {
      refuseRunOptions(program, "compare");
      choose({ kind: "compare", folders: [a, b] });
    });
  return program;
}

/** Options before the name of a command are a run's, and a command that ignored them would mislead. */
function refuseRunOptions(program: Command, name: string): void {
  const given = program.options.find((option) => program.getOptionValueSource(option.attributeName()) === "cli");
  if (given) {
    program.error(`error: ${given.long}: before ${name} stand no options: those that it takes come behind it`);
  }
}

function checked(program: Command, options: unknown): Config {
  const config = parseConfig(options);
  if ("wrong" in config) program.error(`error: ${config.wrong}`);
  const unknown = config.experiment?.find((name) => !experiments.some(({ id }) => id === name));
  if (unknown !== undefined) {
    program.error(`error: --experiment: there is no ${JSON.stringify(unknown)}; name any of ${names}`);
  }
  return config;
}
