import { print } from "@promptnce/command/start";
import {
  addHelp,
  addOptions,
  flag,
  option,
  readOptions,
  someText,
} from "@promptnce/command/options";
import type { Command } from "commander";

const examples = `
Examples:
  bench challenge pairs --data ../data                     what to predict, as JSON lines
  bench challenge score mine.csv --data ../data --name "My system" --out mine.jsonl
  bench challenge table *.jsonl --out leaderboard           Markdown, CSV and a page
  bench challenge predictions out --method promptnce --out promptnce.csv

docs/challenge.md says how to enter.`;

/** Adds `challenge` and its commands, which print what they did. */
export function addChallenge(program: Command): void {
  const challenge = program
    .command("challenge")
    .description("write pairs for any system to estimate, and score its predictions");
  addHelp(challenge, { text: examples });
  addPairs(challenge);
  addScore(challenge);
  addTable(challenge);
  addPredictions(challenge);
}

const data = {
  ...option("<folder>", "where the datasets' files are (default: made-up worlds)", someText),
  variable: "PROMPTNCE_DATA",
};

const load = () => import("./run-challenge.ts");

function addPairs(challenge: Command): void {
  const options = {
    data,
    out: option("<folder>", "where the files go, one for each dataset", someText, "challenge"),
  };
  const command = challenge
    .command("pairs")
    .description("write the pairs of each dataset, without the truth");
  addOptions(command, options).action(async (given: object) => {
    print(await (await load()).writePairs(readOptions(options, { ...given })));
  });
}

function addScore(challenge: Command): void {
  const options = {
    data,
    name: option("<text>", "the name of the entry (default: that of the file)", someText),
    simulated: flag("the predictions are those of a simulated respondent, not of a model"),
    out: option("<file>", "the file for the entry, one line of JSON", someText),
  };
  const command = challenge
    .command("score")
    .description("print the rows of predictions in the paper's tables, with their controls")
    .argument(
      "<predictions.csv>",
      "a CSV with the columns id and pmi, or id, conditional and marginal",
    );
  addOptions(command, options).action(async (path: string, given: object) => {
    print(await (await load()).scoreFile(path, readOptions(options, { ...given })));
  });
}

function addTable(challenge: Command): void {
  const options = {
    out: option("<folder>", "for Markdown, CSV and a page", someText),
  };
  const command = challenge
    .command("table")
    .description("write the leaderboard of several entries")
    .argument("<entries.jsonl...>", "the lines of JSON that score wrote");
  addOptions(command, options).action(async (paths: readonly string[], given: object) => {
    print((await load()).tableOfEntries(paths, readOptions(options, { ...given })));
  });
}

function addPredictions(challenge: Command): void {
  const options = {
    method: option(
      "<id>",
      "a method of the run, as named in its estimates.csv",
      someText,
      "promptnce",
    ),
    model: option("<name>", "a model of the run, if it has several", someText),
    out: option("<file>", "for the predictions", someText, "predictions.csv"),
  };
  const command = challenge
    .command("predictions")
    .description("write the estimates of a bench run as predictions")
    .argument("<folder>", "what the run left");
  addOptions(command, options).action(async (folder: string, given: object) => {
    print((await load()).writeRunPredictions(folder, readOptions(options, { ...given })));
  });
}
