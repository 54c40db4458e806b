import { readFileSync } from "node:fs";
import { Command } from "commander";
import { compare } from "./compare/compare.ts";
import { completion } from "./completion/completion.ts";
import { describeDataset } from "./datasets/describe-dataset.ts";
import { doctor } from "./doctor/doctor.ts";
import { estimate } from "./estimate/estimate.ts";
import { exportPrompts } from "./prompts/export-prompts.ts";
import { fetchDataset } from "./datasets/fetch-dataset.ts";
import { listDatasets } from "./datasets/list-datasets.ts";
import { listPrompts } from "./prompts/list-prompts.ts";
import { renderPrompt } from "./prompts/render-prompt-command.ts";
import { repliesExport } from "./replies/replies-export.ts";
import { repliesImport } from "./replies/replies-import.ts";
import { repliesPrune } from "./replies/replies-prune.ts";
import { repliesStats } from "./replies/replies-stats.ts";
import { report } from "./report/report.ts";
import { serveSimulated } from "./serve/serve-simulated.ts";
import { showPrompt } from "./prompts/show-prompt.ts";
import { verifyDataset } from "./datasets/verify-dataset.ts";
import { task } from "./task/task-command.ts";
import { score } from "./score/score.ts";
import { summarise } from "./summarise/summarise.ts";

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
