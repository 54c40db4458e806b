import type { Command } from "commander";
import { z } from "zod";
import {
  askingOptions,
  columnNames,
  fileRunOptions,
  flag,
  inGroup,
  option,
  someText,
} from "#command/options";
import { givenOptions } from "../estimate/estimate-options.ts";
import { readingOptions } from "../options/reading-options.ts";
import { phrases } from "../task/task.ts";
import { addCommand, examples } from "../terminal/add-command.ts";
import { EXAMPLE_NAMES, type StartOptions } from "./start-options.ts";

const DOES =
  "start with rows of your own: say which column is what, read a prompt, and estimate ten pairs";
const EXAMPLES = `
The command asks for what you do not give. Without a terminal, or with --yes, it finds the columns
itself if the rows can be read in only one way; otherwise it stops and names the options to choose
from. A column counts people only if its name says so (n, count, raters, votes …), if it holds votes
such as 4/5, or if you name it with --count. Labels that form a scale, such as "disagree" to
"strongly agree", are listed in that order.

It writes a study, which promptnce estimate runs, and estimates ten pairs drawn at random. On a
terminal it offers the models that answer on this machine. Without a model this is a rehearsal,
which costs nothing. A table whose counts have decimal commas or percent signs is written to a new
file, which is then read instead. If the ten pairs cannot be estimated, for example because the
server is down, give the same command again: it goes on with the study.
${examples(
  "start --example survey",
  "start messages.csv",
  "start messages.csv --y queue --x message --count agents",
  "start emotions.csv --wide joy,fear,anger --yes",
  "start reviews.csv --provider openai --base-url http://localhost:11434/v1 --model NAME",
)}`;

/** `start FILE`: from a file of rows to a study, and a first result. */
export function start(parent: Command): void {
  const { provider, model, baseUrl, keyEnv, yes } = askingOptions();
  const { raters, wide, groups, several, missing, labels, where } = givenOptions();
  addCommand(parent, "start", DOES, EXAMPLES, {
    ...inGroup("Data:", {
      example: option(
        "<name>",
        "write a small file of invented rows to play with, and start with it",
        z.enum(EXAMPLE_NAMES, `name one of ${EXAMPLE_NAMES.join(", ")}`),
      ),
      x: option("<columns>", "the columns that hold what people were shown", columnNames),
      y: option("<column>", "the column of the label that they gave", someText),
      count: option("<column>", "the column that counts how many people gave it", someText),
      noCount: flag("no column counts people"),
      weight: option("<column>", "the column of weights, such as a survey's", someText),
      wide,
      groups,
      raters,
      questions: option(
        "<columns>",
        "the columns of answers, one for each question, named after it",
        columnNames,
      ),
      noRaters: flag("do not read columns with the same labels as those of several raters"),
      several,
      noSeveral: flag("take a cell that seems to hold several labels as one label"),
      missing,
      labels,
      where,
      given: option(
        "<columns>",
        "the columns of the context, such as a survey's question",
        columnNames,
      ),
      ...readingOptions,
    }),
    ...inGroup("Question:", phrases),
    provider,
    model,
    baseUrl,
    keyEnv,
    ...inGroup("Model:", fileRunOptions()),
    yes,
    ...inGroup("Output:", {
      study: option(
        "<file>",
        "the study to write (default: beside the rows, as rows.study.yaml)",
        someText,
      ),
      force: flag("overwrite a study, and rows that start wrote"),
    }),
  })
    .argument("[file]", "CSV, TSV, Excel, JSON, JSON lines or Parquet")
    .action(async (file: string | undefined, options: StartOptions) =>
      (await import("./run-start.ts")).runStart(file, options),
    );
}
