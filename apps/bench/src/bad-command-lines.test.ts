import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { testBadLines } from "@promptnce/testing/bad-lines";
import { newFolder } from "@promptnce/testing/new-folder";
import { runMain } from "./testing/run-main.test.support.ts";

const few = "--dataset synthetic-words --experiment pmi --pairs 10 --dev 0";
const server = "--model openai:m --base-url http://models.example/v1";
const notAddress = "--base-url: give the address of a server, beginning with http:// or https://";
const recorded =
  "--base-url: addresses are recorded, so this one must not contain a user, password or query";

const lines: Parameters<typeof testBadLines>[0] = [
  ["--nonsense", 2, "unknown option '--nonsense'"],
  ["surplus", 2, "too many arguments"],

  // Options of a run.
  [
    "--dataset wrods",
    2,
    "--dataset: there is no wrods; name one of words, chaosnli, goemotions, opinionqa, synthetic-words, ",
  ],
  ["--dataset words", 2, "--data: the datasets of the paper need the folder"],
  ["--dataset words --data folder", 1, "Cue_Target_Pairs"],
  ["--k 1", 2, '--k: give a whole number from 2 to 1000000000, not "1"'],
  ["--pairs 2.5", 2, '--pairs: give a whole number from 3 to 1000000000, not "2.5"'],
  ["--dev -1", 2, '--dev: give a whole number from 0 to 1000000000, not "-1"'],
  ["--pairs 1000000", 1, "only"],
  ['--seed ""', 2, "--seed: nothing is given"],
  ["--mode free", 2, '--mode: give one of faithful, structured, not "free"'],
  ["--experiment figure1", 2, "--experiment: give one of structure, "],
  ["--methods promptnse", 2, '--methods: there is no method "promptnse"'],

  // The choice of model, as in the command.
  [
    "--provider nobody",
    2,
    '--provider: give one of simulated, anthropic, openai, llama, ai, decisions, systemone, sglang-decisions, not "nobody"',
  ],
  ["--provider anthropic", 2, "--model: --provider anthropic needs the name of a model"],
  ["--model gpt", 2, "--model: who serves gpt?"],
  ["--profile rude", 2, '--profile: give one of model-like, truthful, clueless, not "rude"'],
  ["--model openai:m --base-url localhost", 2, notAddress],
  ["--model openai:m --base-url http://ada:hunter2@host:99999", 2, notAddress],
  ["--model openai:m --base-url http://ada:hunter2@host", 2, recorded],
  ["--model openai:m --key-env K", 2, "--key-env: is for the server that --base-url names"],
  [`${few} ${server} --key-env NO_SUCH_KEY`, 2, "NO_SUCH_KEY is not set"],
  [`${server} --settings {`, 2, "--settings: give a JSON object"],
  [
    `${few} ${server} --settings {"model":"n"}`,
    2,
    "--settings: model is sent by the adapter itself; leave it out",
  ],
  [
    `${few} ${server} --settings {"extra_headers":{"x":"hunter2"}}`,
    2,
    "--settings: extra_headers looks like a",
  ],
  [`${server} --rpm 0`, 2, '--rpm: give a number above 0, not "0"'],
  [`${server} --timeout 0`, 2, "--timeout: give a number above 0, and at most 2147483"],
  ["--concurrency 0", 2, '--concurrency: give a whole number from 1 to 1000, not "0"'],
  [`${server} --budget -1`, 2, '--budget: give a number of 0 or more, not "-1"'],
  [`${few} ${server} --budget 1`, 2, "--budget: the price of m (openai-compatible) is unknown"],
  ["--effort low", 2, "--effort: the simulated respondent has no such option"],
  [
    `${few} --model anthropic:m --effort none --settings {"thinking":{"type":"enabled"}}`,
    2,
    "--settings: thinking and --effort exclude each other; leave one out",
  ],
  [
    `${server} --max-failures 1.5`,
    2,
    "--max-failures: give a whole number from 0, or a share between 0 and 1",
  ],
  ["--budget 1", 2, "--budget: the simulated respondent has no such option"],
  ["--price-in 3", 2, "--price-out: a price for input needs a price for output"],
  [`${few} ${server}`, 2, "the cost of asking m is unknown: look with --dry-run, then give --yes"],
  [`${few} ${server} --price-in 500 --price-out 500`, 2, "more than the $1.00 of --confirm-above"],
  [
    `--experiment pmi --pairs 10 --dev 0 ${server} --price-in 500 --price-out 500 --yes`,
    2,
    "confirm the worlds with --dataset synthetic-words,synthetic-chaosnli,synthetic-goemotions",
  ],

  // The other subcommands.
  ["report", 2, "missing required argument 'folder'"],
  ["report folder", 2, "folder/manifest.json is not the manifest of a run"],
  ["report torn", 2, "torn/manifest.json is not the manifest of a run"],
  ["--k 3 report folder", 2, "--k: put the options of report after its name"],
  ["compare folder", 2, "missing required argument 'folder-b'"],
  [
    "compare folder none",
    2,
    "folder does not hold a run: it needs manifest.json and estimates.csv",
  ],
  ["compare torn torn", 2, "torn"],
  ["--out file.txt", 1, "file.txt"],
  [`${few} --store folder`, 1, "The journal folder cannot be opened for writing"],
];

testBadLines(lines, async (words) => {
  const cwd = newFolder();
  for (const folder of ["folder", "torn"]) {
    mkdirSync(join(cwd, folder));
  }
  writeFileSync(join(cwd, "torn", "manifest.json"), '{"run": {"models": [{}]}}');
  writeFileSync(join(cwd, "torn", "estimates.csv"), "a,b\n1\n");
  writeFileSync(join(cwd, "file.txt"), "");
  const { code, ...told } = await runMain(words, cwd, {
    env: { NO_COLOR: "1", ANTHROPIC_API_KEY: "sk-test" },
  });
  return { ...told, status: code };
});
