import type { Command } from "commander";
import { addCommand } from "../terminal/add-command.ts";
import type { ReportOptions } from "./report-options.ts";

const EXAMPLES = `
RESULT is a file that "promptnce estimate" wrote: CSV, TSV, JSON lines or Parquet. The page is made
from that file alone; no model is asked. For a page with prompts and replies, run "promptnce
estimate --report". A result of --top is a selection by PMI, so its page shows the labels and leaves
out R and all scores.

Without --out the page is written beside the result, e.g. as scored.html. There it replaces only a
page that report wrote, unless you give --force. A file named by --out is replaced.

Examples:
  promptnce report scored.csv
  promptnce report scored.parquet --out page.html`;

/** The `report RESULT` command, which writes the page of a result. */
export function report(parent: Command): void {
  addCommand(parent, "report", "write a page about a result of estimate", EXAMPLES)
    .argument("<result>", "a result of estimate")
    .option("--out <file>", "the page to write (default: beside the result)")
    .option("--force", "without --out: replace a page that report did not write")
    .action(async (file: string, options: ReportOptions) =>
      (await import("./run-report.ts")).runReport(file, options),
    );
}
