import { Command } from "commander";
import { compare } from "./compare/compare.ts";
import { completion } from "./completion/completion.ts";
import { datasets } from "./datasets/datasets.ts";
import { doctor } from "./doctor/doctor.ts";
import { estimate } from "./estimate/estimate.ts";
import { infer } from "./infer/infer.ts";
import { prompts } from "./prompts/prompts.ts";
import { replies } from "./replies/replies.ts";
import { report } from "./report/report.ts";
import { queue } from "./queue/queue.ts";
import { score } from "./score/score.ts";
import { serveSimulated } from "./serve/serve-simulated.ts";
import { start } from "./start/start.ts";
import { summarise } from "./summarise/summarise.ts";
import { task } from "./task/task.ts";
import { worker } from "./worker/worker.ts";
import { view } from "./view/view.ts";
import { thisProgram } from "./terminal/this-program.ts";
import { exitCodesText } from "#command/start";

const EXAMPLES = `
Examples:
  promptnce datasets list
  promptnce datasets fetch words --data ./data
  promptnce prompts show words/open
  promptnce serve-simulated --failures 0.1
  promptnce doctor
  promptnce score --demo
  promptnce start messages.csv
  promptnce estimate pairs.csv --task words --x cue --y response
  promptnce compare new.csv old.csv --fail-below -0.02
  promptnce infer scored.csv --label human --precision 0.05
  promptnce report scored.csv
  promptnce view out
  promptnce queue status --store postgres://me@db.example/study
  promptnce replies stats out/replies.jsonl
  promptnce completion bash

${exitCodesText}`;

/** The command with all its subcommands; it throws commander's errors instead of exiting. */
export function program(): Command {
  const root = new Command("promptnce")
    .description(
      "Estimate pointwise mutual information with a language model: for data of your own, for summaries of students, and with the datasets and prompts of the PromptNCE paper.",
    )
    .version(thisProgram().version)
    .showHelpAfterError("(see --help)")
    .exitOverride();
  root.addHelpText("after", EXAMPLES);

  const asked = [doctor, start, estimate, task, score, summarise, compare, infer];
  for (const add of [
    datasets,
    prompts,
    replies,
    serveSimulated,
    ...asked,
    worker,
    queue,
    report,
    view,
    completion,
  ]) {
    add(root);
  }
  return root;
}
