import { addOptions, listOf, oneOf, option, someText } from "@promptnce/command";
import { exitCodesText } from "@promptnce/command/start";
import { Command } from "commander";
import { type Config, parseConfig, runOptions, tablesFlag } from "../study/config.ts";
import { experiments } from "../experiments/all.ts";
import {
  experiment as experimentOfRecord,
  isForRecord,
  type RecordOptions,
} from "./record-options.ts";
import type { RunFolder } from "./config-of-run.ts";

const examples = `
Examples:
  bench                                             synthetic worlds, simulated respondent: no key, no data
  bench --profile truthful                          the same, answered by somebody who knows
  bench --profile clueless                          the same, by somebody who does not look at x: nothing may win
  bench --data ../data --dataset words,chaosnli     real data, simulated respondent
  bench --data ../data --provider anthropic --model NAME --pairs 50
                                                    a pilot with a model (key in ANTHROPIC_API_KEY)
  bench --data ../data --model anthropic:NAME --model openai:NAME
                                                    two models, the paper's two columns
  bench --data ../data --provider openai --base-url http://localhost:11434/v1 --model NAME
                                                    any OpenAI-compatible server
  bench --data ../data --provider openai --base-url http://localhost:8000/v1 --scoring vllm --model NAME
                                                    one that scores given texts as well
  bench --data ../data --model llama:FILE.gguf --read-from tokens --rotations 4
                                                    no reply is read, but the next token's probabilities
  bench --data ../data --model llama:FILE.gguf      a model file in this process (needs node-llama-cpp)
  bench --data ../data --model anthropic:NAME --batch
                                                    through the vendor's batches, at half price
  bench --pack @team/prompts                        prompts and datasets of others, or of a folder of texts
  bench --data-file pairs.csv --task moods.yaml --y mood
                                                    counts of your own
  bench --experiment record --data FOLDER           what others' recorded replies say: no model is asked
  bench report out                                  tables and page again, from the stored replies
  bench compare out-a out-b                         what differs between two runs, with intervals

A run that was stopped goes on where it was when the same command is given again: every reply is
kept in the store before it is used.

${exitCodesText}`;

/** The descriptions of the commands. */
interface Acts {
  readonly run: (config: Config) => Promise<void>;
  readonly record: (options: RecordOptions) => Promise<void>;
  readonly report: (run: RunFolder) => Promise<void>;
  readonly compare: (a: string, b: string) => Promise<void>;
}

const names = [...experiments.map(({ id }) => id), experimentOfRecord];

/** The program; it throws commander's errors, after --help too, when one sentence has said what is wrong. */
export function benchProgram({ run, record, report, compare }: Acts): Command {
  const data = {
    ...option("<folder>", "where the datasets' files are", someText),
    variable: "PROMPTNCE_DATA",
  };
  const experiment = option(
    "<ids>",
    `any of ${names.join(", ")} (default: all that can be done; record alone, of recorded replies in --data)`,
    listOf(oneOf(names)),
  );
  const program: Command = new Command("bench").description(
    "Reproduces the tables and figures of the PromptNCE paper with any model.",
  );
  addOptions(program, { data, ...runOptions(), experiment })
    .action((given: Record<string, unknown>) => {
      const named = given["experiment"] as readonly string[] | undefined;
      return isForRecord(named, fromCommandLine(program))
        ? record(given as unknown as RecordOptions)
        : run(parseConfig(given));
    })
    .addHelpText("after", examples)
    .showHelpAfterError("(see --help)")
    .exitOverride()
    // Else a run's options of the same name would be taken from those of a command behind it.
    .enablePositionalOptions()
    .hook("preAction", refuseRunOptions);
  const again = program
    .command("report")
    .description("make a run's tables and page again from its stored replies, asking no model")
    .argument("<folder>", "what the run left, or several below it")
    .action((folder: string, options: object) => report({ folder, ...options }));
  const store = option(
    "<file>",
    "the journal of replies (default: replies.jsonl in the folder)",
    someText,
  );
  const dataFile = option(
    "<file>",
    "the counts that a run was made on, with their --task",
    someText,
  );
  const task = option("<name>", "of the data file", someText);
  const pack = option(
    "<names>",
    "what a run took from others (default: the packages of its manifest)",
    listOf(someText),
  );
  addOptions(again, { data, store, pack, dataFile, task, tables: tablesFlag() });
  program
    .command("compare")
    .description("differences between two runs, with paired intervals, and between their manifests")
    .argument("<folder-a>", "what one run left")
    .argument("<folder-b>", "what the other left")
    .action(compare);
  return program;
}

/** The options that are given by name, as properties. */
function fromCommandLine(program: Command): string[] {
  const properties = program.options.map((option) => option.attributeName());
  return properties.filter((property) => program.getOptionValueSource(property) === "cli");
}

/** Options before the name of a command are a run's, and a command that ignored them would mislead. */
function refuseRunOptions(program: Command, command: Command): void {
  const given = program.options.find(
    (option) => program.getOptionValueSource(option.attributeName()) === "cli",
  );
  if (given && command !== program) {
    program.error(
      `error: ${given.long}: before ${command.name()} stand no options: those that it takes come behind it`,
    );
  }
}
