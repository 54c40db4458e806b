import type { Command } from "commander";
import { addCommand } from "../terminal/add-command.ts";
import { exitCodesText } from "#command/start";
import { type CompareOptions, compareOptions } from "./compare-options.ts";

const EXAMPLES = `
A and B are results of "promptnce estimate" (CSV, TSV, JSON lines or Parquet) or folders of bench
runs. Each method is compared on the pairs that both runs have. Two files with one method each are
compared even if the methods differ.

If the files hold people's answers, compare prints Spearman's rho with them and the mean absolute
error of each run; otherwise the agreement of the two runs (rho) and their mean difference. Each
figure has a 95 % interval by the paired bootstrap over inputs, or over the contexts of --given, and
a sentence says whether the interval includes zero. Results of --top are refused: they are a
selection by PMI, and a correlation or error over a selection means nothing.

--fail-below tests the rho of A minus the rho of B or, without people's answers, the agreement.

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
    "compare two runs pair by pair, with confidence intervals",
    EXAMPLES,
    compareOptions,
  )
    .argument("<run-a>", "a result of estimate, or the folder of a bench run")
    .argument("<run-b>", "the run to compare it with")
    .action(async (a: string, b: string, options: CompareOptions) => {
      await (await import("./run-compare.ts")).runCompare(a, b, options);
    });
}
