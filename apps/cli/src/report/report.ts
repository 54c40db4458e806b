import type { Command } from "commander";
import { addCommand } from "../terminal/add-command.ts";
import type { ReportOptions } from "./report-options.ts";

const EXAMPLES = `
RESULT is what "promptnce estimate" wrote: CSV, TSV, JSON lines or Parquet. The page is made from that
file alone and asks nothing; with prompts and replies it is written by "promptnce estimate --report".
Of a result of --top, a selection by PMI, it shows the labels and leaves out R and all scores.

Without --out the page goes beside the result, as scored.html, where it replaces only a page that
report wrote, unless --force is given; what --out names is replaced.

Examples:
  promptnce report scored.csv
  promptnce report scored.parquet --out page.html`;

/** The `report RESULT` command, which writes the page of a result. */
export function report(parent: Command): void {
  addCommand(
    parent,
    "report",
    "write the page of a result of estimate, from its file alone",
    EXAMPLES,
  )
    .argument("<result>", "a result of estimate")
    .option("--out <file>", "the page to write (default: beside the result)")
    .option("--force", "without --out: write over a page that report did not write")
    .action(async (file: string, options: ReportOptions) =>
      (await import("./run-report.ts")).runReport(file, options),
    );
}
