import type { Command } from "commander";
import { askingOptions, flag, listOf, option, someText } from "#command";
import { phrases } from "../task/task.ts";
import { addCommand, examples } from "../terminal/add-command.ts";
import type { StartOptions } from "./run-start.ts";

const DOES =
  "begin with rows of your own: which column is what, a task, a prompt to read, and ten rows estimated";
const EXAMPLES = `
What is not given is asked for. Without a terminal, or with --yes, it is taken from the first rows if they can
be read in only one way; otherwise the command ends and names the options that decide. A column counts people
only if it is named so (n, count, raters, votes ...) or is given by --count.
Without a model the ten rows are a rehearsal that costs nothing.
${examples(
  "start messages.csv",
  "start messages.csv --y queue --x message --count agents",
  "start reviews.csv --provider openai --base-url http://localhost:11434/v1 --model NAME",
)}`;

/**
 * The `start FILE` command, which leads from a file of rows to a task, a command and a first
 * result.
 */
export function start(parent: Command): void {
  const { provider, model, baseUrl, keyEnv, yes } = askingOptions();
  addCommand(parent, "start", DOES, EXAMPLES, {
    y: option("<column>", "the column of the label that they gave", someText),
    count: option("<column>", "the column that counts who gave it", someText),
    noCount: flag("no column counts people"),
    x: option("<columns>", "the columns that hold what people were shown", listOf(someText)),
    ...phrases,
    format: option(
      "<name>",
      "of the rows: csv, tsv or jsonl (default: by the file's name)",
      someText,
    ),
    task: option(
      "<file>",
      "the task to write (default: beside the rows, as rows.task.yaml)",
      someText,
    ),
    force: flag("write over a task that is there"),
    provider,
    model,
    baseUrl,
    keyEnv,
    yes,
  })
    .argument("<file>", "CSV, TSV or JSON lines")
    .action(async (file: string, options: StartOptions) =>
      (await import("./run-start.ts")).runStart(file, options),
    );
}
