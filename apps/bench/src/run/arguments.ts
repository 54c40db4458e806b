import { addHelp, addOptions, listOf, oneOf, option, someText } from "@promptnce/command/options";
import { exitCodesText } from "@promptnce/command/start";
import { Command } from "commander";
import { type Config, parseConfig, runOptions, tablesFlag, usualOptions } from "../study/config.ts";
import { experiments } from "../experiments/all.ts";
import {
  experiment as experimentOfRecord,
  isForRecord,
  type RecordOptions,
} from "./record-options.ts";
import type { RunFolder } from "./config-of-run.ts";

const more = `
More examples:
  bench --profile truthful             answered by a respondent that knows the truth
  bench --profile clueless             answered without looking at x: no method may win
  bench --pack @team/prompts           someone else's prompts and datasets, or a folder of texts
  bench --data-file pairs.csv --task moods.yaml --y mood     counts of your own
  bench --experiment record --data FOLDER                    replies recorded by others, no model
  bench --data ../data --model anthropic:NAME --batch        in batches, at half the price
  bench --data ../data --model anthropic:NAME --model openai:NAME     the paper's two columns
  bench --data ../data --model llama:FILE.gguf               a model file (needs node-llama-cpp)
  bench --data ../data --model llama:FILE.gguf --read-from tokens --rotations 4
  bench --data ../data --provider openai --base-url http://localhost:8000/v1 --scoring vllm \\
    --model NAME
`;

const examples = `
A run that was stopped goes on when you give the same command again: every reply is stored before it
is used.

Examples:
  bench                                           synthetic worlds, simulated respondent: no key, no data
  bench --data ../data --dataset words,chaosnli   real data, simulated respondent
  bench --data ../data --model anthropic:NAME --experiment pmi --pairs 50     a pilot with a model
  bench --data ../data --provider openai --base-url http://localhost:11434/v1 --model NAME
  bench report out                                tables and page again, without asking
  bench compare out-a out-b                       how two runs differ, with intervals

${exitCodesText}`;

const help = { text: examples, more, usual: usualOptions };

/** The descriptions of the commands. */
interface Acts {
  readonly run: (config: Config) => Promise<void>;
  readonly record: (options: RecordOptions) => Promise<void>;
  readonly report: (run: RunFolder) => Promise<void>;
  readonly compare: (a: string, b: string) => Promise<void>;
}

const names = [...experiments.map(({ id }) => id), experimentOfRecord];

/** The program. After a message or `--help`, it throws commander's errors. */
export function benchProgram({ run, record, report, compare }: Acts): Command {
  const data = {
    ...option("<folder>", "where the datasets' files are", someText),
    variable: "PROMPTNCE_DATA",
    group: "Data:",
  };
  const experiment = {
    ...option(
      "<ids>",
      `any of ${names.join(", ")} (default: all that the data allows, except record, which reads recorded replies in --data)`,
      listOf(oneOf(names)),
    ),
    group: "Question:",
  };
  const program: Command = new Command("bench").description(
    "Reproduces the tables and figures of the PromptNCE paper with any model.",
  );
  addHelp(addOptions(program, { data, ...runOptions(), experiment }), help)
    .action((options: Record<string, unknown>) => {
      const named = options["experiment"] as readonly string[] | undefined;
      return isForRecord(named, fromCommandLine(program))
        ? record(options as unknown as RecordOptions)
        : run(parseConfig(options));
    })
    .showHelpAfterError("(see --help)")
    .exitOverride()
    // Otherwise a run's option would take the value meant for a subcommand's option of the same
    // name.
    .enablePositionalOptions()
    .hook("preAction", refuseRunOptions);
  const again = program
    .command("report")
    .description("make a run's tables and page again from its stored replies, asking no model")
    .argument("<folder>", "the folder of a run, or a folder of several runs")
    .action((folder: string, options: object) => report({ folder, ...options }));
  const store = option(
    "<file>",
    "the journal of replies (default: replies.jsonl in the folder)",
    someText,
  );
  const dataFile = option("<file>", "the counts that the run used, with their --task", someText);
  const task = option("<name>", "of the data file", someText);
  const pack = option(
    "<names>",
    "the packs of the run (default: the packages in its manifest)",
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

/** The options given on the command line, by property name. */
function fromCommandLine(program: Command): string[] {
  const properties = program.options.map((option) => option.attributeName());
  return properties.filter((property) => program.getOptionValueSource(property) === "cli");
}

/** Rejects a run's options before a subcommand, which would silently ignore them. */
function refuseRunOptions(program: Command, command: Command): void {
  const runOption = program.options.find(
    (option) => program.getOptionValueSource(option.attributeName()) === "cli",
  );
  if (runOption && command !== program) {
    program.error(`error: ${runOption.long}: put the options of ${command.name()} after its name`);
  }
}
