import { type Command, Option } from "commander";
import type { ExportOptions } from "./export-replies.ts";
import { filterOptions } from "./filter-options.ts";

const EXAMPLES = `
As JSON lines the records are as they were, so that the export is a journal; CSV is for people and
spreadsheets, with the template's name beside the prompt.

Examples:
  promptnce replies export out/replies.jsonl --format csv --out replies.csv
  promptnce replies export out/replies.jsonl --template words/open --stop length,refusal`;

/** `replies export STORE`: the replies that a filter lets through. */
export function repliesExport(parent: Command): void {
  const command = parent
    .command("export")
    .description("write the replies of a journal as JSON lines or CSV")
    .argument("<store>", "the journal of a run, as --store names it")
    .addOption(new Option("--format <name>", "of what is written").choices(["jsonl", "csv"]).default("jsonl"))
    .option("--out <file>", "where it goes; - for standard output", "-");
  filterOptions(command)
    .addHelpText("after", EXAMPLES)
    .action(async (store: string, options: ExportOptions) => {
      const { exportReplies } = await import("./export-replies.ts");
      const count = await exportReplies(store, options);
      process.stderr.write(`${count} ${count === 1 ? "reply" : "replies"} exported.\n`);
    });
}
