import { readFileSync } from "node:fs";
import { Command } from "commander";
import { compare } from "./commands/compare.ts";
import { completion } from "./commands/completion.ts";
import { describeDataset } from "./commands/describe-dataset.ts";
import { doctor } from "./commands/doctor.ts";
import { estimate } from "./commands/estimate.ts";
import { exportPrompts } from "./commands/export-prompts.ts";
import { fetchDataset } from "./commands/fetch-dataset.ts";
import { listDatasets } from "./commands/list-datasets.ts";
import { listPrompts } from "./commands/list-prompts.ts";
import { renderPrompt } from "./commands/render-prompt.ts";
import { repliesExport } from "./commands/replies-export.ts";
import { repliesImport } from "./commands/replies-import.ts";
import { repliesPrune } from "./commands/replies-prune.ts";
import { repliesStats } from "./commands/replies-stats.ts";
import { report } from "./commands/report.ts";
import { serveSimulated } from "./commands/serve-simulated.ts";
import { showPrompt } from "./commands/show-prompt.ts";
import { verifyDataset } from "./commands/verify-dataset.ts";
import { task } from "./commands/task.ts";
import { score } from "./score/score.ts";
import { summarise } from "./score/summarise.ts";

const EXAMPLES = `
Examples:
  promptnce datasets list
  promptnce datasets fetch words --data ./data
  promptnce prompts show words/open
  promptnce serve-simulated --fault 429=0.1 --retry-after 1
  promptnce doctor
  promptnce score --demo
  promptnce task init moods.yaml
  promptnce estimate pairs.csv --task words --x cue --y response
  promptnce compare new.csv old.csv --fail-below -0.02
  promptnce report scored.csv
  promptnce replies stats out/replies.jsonl
  promptnce completion bash

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 stopped by the budget, 4 missed threshold.`;

const DATASET_EXAMPLES = `
Examples:
  promptnce datasets describe chaosnli
  promptnce datasets fetch words
  promptnce datasets verify words --data ./data`;

const PROMPT_EXAMPLES = `
Examples:
  promptnce prompts list
  promptnce prompts show chaosnli/conditional
  promptnce prompts show words/open --json
  promptnce prompts render words/conditional --x cue=SHOVE --y PUSH
  promptnce prompts export --format md --out prompts.md`;

const REPLY_EXAMPLES = `
Examples:
  promptnce replies stats out/replies.jsonl
  promptnce replies export out/replies.jsonl --format csv --out replies.csv
  promptnce replies import out/replies.jsonl colleague/replies.jsonl
  promptnce replies prune out/replies.jsonl --model NAME --out kept.jsonl`;

/** The command with all its subcommands; it throws commander's errors instead of exiting. */
export function program(): Command {
  const root = new Command("promptnce")
    .description(
      "Estimate pointwise mutual information with a language model: for data of your own, for summaries of students, and with the datasets and prompts of the PromptNCE paper.",
    )
    .version(version())
    .showHelpAfterError("(see --help)")
    .exitOverride();
  root.addHelpText("after", EXAMPLES);

  const datasets = root.command("datasets").description("the datasets with human ground truth");
  datasets.addHelpText("after", DATASET_EXAMPLES);
  for (const add of [listDatasets, describeDataset, fetchDataset, verifyDataset]) add(datasets);

  const prompts = root.command("prompts").description("the prompts a model is asked with");
  prompts.addHelpText("after", PROMPT_EXAMPLES);
  for (const add of [listPrompts, showPrompt, renderPrompt, exportPrompts]) add(prompts);

  const replies = root.command("replies").description("the journal of replies that runs keep");
  replies.addHelpText("after", REPLY_EXAMPLES);
  for (const add of [repliesStats, repliesExport, repliesImport, repliesPrune]) add(replies);

  const others = [serveSimulated, doctor, estimate, task, score, summarise, compare, report];
  for (const add of [...others, completion]) add(root);
  return root;
}

function version(): string {
  const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
