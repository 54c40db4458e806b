import { Command } from "commander";
import { thisProgram } from "./terminal/this-program.ts";
import { exitCodesText } from "#command/start";

const EXAMPLES = `
Examples:
  promptnce start --example survey
  promptnce start messages.csv
  promptnce estimate pairs.csv --task words --x cue --y response
  promptnce compare new.csv old.csv --fail-below -0.02
  promptnce infer scored.csv --label human --precision 0.05
  promptnce report scored.csv
  promptnce view out
  promptnce score --demo
  promptnce datasets list
  promptnce datasets fetch words --data ./data
  promptnce prompts show words/open
  promptnce replies stats out/replies.jsonl
  promptnce models
  promptnce doctor
  promptnce serve-simulated --failures 0.1
  promptnce serve-decisions FILE.gguf --rotations 4
  promptnce queue status --store postgres://me@db.example/study
  promptnce completion bash

${exitCodesText}`;

type AddCommand = (parent: Command) => void;

/** The subcommands by their names, in the groups and the order of the help. */
const groups: Readonly<Record<string, Readonly<Record<string, () => Promise<AddCommand>>>>> = {
  "Data of your own:": {
    start: async () => (await import("./start/start.ts")).start,
    estimate: async () => (await import("./estimate/estimate.ts")).estimate,
    task: async () => (await import("./task/task.ts")).task,
    compare: async () => (await import("./compare/compare.ts")).compare,
    infer: async () => (await import("./infer/infer.ts")).infer,
    report: async () => (await import("./report/report.ts")).report,
    view: async () => (await import("./view/view.ts")).view,
  },
  "Summaries of students:": {
    score: async () => (await import("./score/score.ts")).score,
    summarise: async () => (await import("./summarise/summarise.ts")).summarise,
  },
  "Datasets, prompts and stored replies:": {
    datasets: async () => (await import("./datasets/datasets.ts")).datasets,
    prompts: async () => (await import("./prompts/prompts.ts")).prompts,
    replies: async () => (await import("./replies/replies.ts")).replies,
  },
  "Models and machines:": {
    models: async () => (await import("./models/models.ts")).models,
    doctor: async () => (await import("./doctor/doctor.ts")).doctor,
    "serve-simulated": async () => (await import("./serve/serve-simulated.ts")).serveSimulated,
    "serve-decisions": async () => (await import("./serve/serve-decisions.ts")).serveDecisions,
    worker: async () => (await import("./worker/worker.ts")).worker,
    queue: async () => (await import("./queue/queue.ts")).queue,
  },
  "Help and completion:": {
    completion: async () => (await import("./completion/completion.ts")).completion,
  },
};

/**
 * The command for these arguments; it throws commander's errors instead of exiting. If they begin
 * with the name of a subcommand, it has that one alone, since loading all of them takes longer than
 * many of them run, and for `--version` none. Otherwise (help, completion, a misspelt name) it has
 * them all.
 */
export async function program(args: readonly string[] = []): Promise<Command> {
  const root = new Command("promptnce")
    .description(
      "Estimate pointwise mutual information with a language model: for data of your own, for summaries of students, and with the datasets and prompts of the PromptNCE paper.",
    )
    .version(thisProgram().version)
    .showHelpAfterError("(see --help)")
    .exitOverride();
  const [name = ""] = args;
  if (name === "--version" || name === "-V") return root;
  const { addHelp } = await import("#command/options");
  addHelp(root, { text: EXAMPLES });
  const isNamed = Object.values(groups).some((group) => Object.hasOwn(group, name));
  for (const [title, group] of Object.entries(groups)) {
    root.commandsGroup(title);
    for (const [subcommand, load] of Object.entries(group)) {
      if (isNamed && subcommand !== name) continue;
      const add = await load();
      add(root);
    }
  }
  // In the group of the last commands.
  return root.helpCommand("help [command]", "show the help of a command");
}
