import type { Command } from "commander";
import { addCommand } from "../terminal/add-command.ts";
import { exitCodesText } from "#command/start";
import { type CompareOptions, compareOptions } from "./compare-options.ts";

const EXAMPLES = `
A and B are results of "promptnce estimate" (CSV, TSV, JSON lines or Parquet) or folders of bench
runs. Methods of one name are compared on the pairs that both have; two files with one method each
are compared whatever its name. Where the files know what people did: by Spearman's rho with it and
by the mean absolute error; elsewhere by their agreement and mean difference. All with intervals by
the paired bootstrap over inputs, or contexts that a result names (--given), and a sentence on whether they include zero. Results of --top are
refused: over a selection by PMI no correlation or error means anything.

--fail-below looks at rho of A less rho of B, or at the agreement where nobody was counted.

Examples:
  promptnce compare new.csv old.csv
  promptnce compare new.csv old.csv --fail-below -0.02     # 4 if the new rho is more than 0.02 lower
  promptnce compare out/opus out/sonnet --methods promptnce,infonce --on conditional
  promptnce compare faithful.parquet structured.parquet --json

${exitCodesText}`;

/**
 * The `compare RUN_A RUN_B` command, which says whether one of two runs is better and how certain
 * that is.
 */
export function compare(parent: Command): void {
  addCommand(
    parent,
    "compare",
    "hold one run against another, pair by pair, with intervals",
    EXAMPLES,
    compareOptions,
  )
    .argument("<run-a>", "a result of estimate, or the folder of a bench run")
    .argument("<run-b>", "another")
    .action(async (a: string, b: string, options: CompareOptions) => {
      await (await import("./run-compare.ts")).runCompare(a, b, options);
    });
}
