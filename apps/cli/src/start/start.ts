import { Command } from "commander";
import { addOptions, askingOptions, listOf, option, someText } from "@promptnce/providers/choose";
import { phraseOptions } from "../task/task.ts";
import { examples } from "../terminal/examples.ts";
import type { StartOptions } from "./run-start.ts";

/** `start FILE`: from a file of rows to a task, a command, and a first result. */
export function start(parent: Command): void {
  const { provider, model, baseUrl, keyEnv, yes } = askingOptions();
  const x = option("<columns>", "the columns that hold what people were shown", listOf(someText));
  const command = parent
    .command("start")
    .description("begin with rows of your own: which column is what, a task, a prompt to read, and ten rows estimated")
    .argument("<file>", "CSV, TSV or JSON lines")
    .option("--y <column>", "the column of the label that they gave")
    .option("--count <column>", "the column that counts who gave it")
    .option("--no-count", "no column counts people");
  phraseOptions(addOptions(command, { x }))
    .option("--format <name>", "of the rows: csv, tsv or jsonl (default: by the file's name)")
    .option("--task <file>", "the task to write (default: beside the rows, as rows.task.yaml)")
    .option("--force", "write over a task that is there");
  addOptions(command, { provider, model, baseUrl, keyEnv, yes })
    .addHelpText(
      "after",
      `\nWhat is not given is asked for where there is a terminal, and else guessed from the first rows, which is said.
Without a model the ten rows are a rehearsal that costs nothing.\n${examples(
        "start messages.csv",
        "start messages.csv --y queue --x message --count agents",
        "start reviews.csv --provider openai --base-url http://localhost:11434/v1 --model NAME",
      )}`,
    )
    .action(async (file: string, options: StartOptions) => {
      const { runStart } = await import("./run-start.ts");
      await runStart(file, options);
    });
}
