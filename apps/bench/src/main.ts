import { styleText } from "node:util";
import { DatasetError } from "@promptnce/datasets";
import { BudgetError, JournalError, ProviderError } from "@promptnce/providers";
import { UsageError } from "@promptnce/providers/choose";
import { parseArguments } from "./arguments.ts";
import { isSimulated } from "./config.ts";
import type { Config } from "./config.ts";
import type { PlannedRun } from "./plan-run.ts";

/** Errors that are somebody's mistake or the world's, not ours: a sentence is all there is to say. */
const expected = [BudgetError, DatasetError, JournalError, ProviderError, RangeError, UsageError];

/** A person was asked and said no. */
class NothingSent extends Error {}

const action = parseArguments(process.argv.slice(2));
const stopping = new AbortController();
try {
  if (action.kind === "compare") {
    const { compareRuns } = await import("./compare-runs.ts");
    process.stdout.write(await compareRuns(...action.folders));
  } else if (action.kind === "report") {
    const { configOfRun } = await import("./config-of-run.ts");
    await runAndWrite(await configOfRun(action), true);
  } else if (action.config.dryRun) {
    const { dryRun } = await import("./dry-run.ts");
    process.stdout.write(await dryRun(action.config));
  } else {
    await runAndWrite(action.config, false);
  }
} catch (error) {
  process.exitCode = error instanceof UsageError ? 2 : error instanceof BudgetError ? 3 : 1;
  if (stopping.signal.aborted) {
    process.stderr.write("Stopped. Every answer so far is in the store: the same command goes on from there.\n"); // prettier-ignore
  } else if (error instanceof NothingSent) {
    process.stderr.write(`${error.message}\n`);
  } else if (expected.some((kind) => error instanceof kind)) {
    process.stderr.write(`${styleText("red", "bench:")} ${(error as Error).message}\n`);
  } else throw error;
}

/** Says what a run will cost, and lets a person decide where that is much or unknown. */
function confirmed(config: Config): (planned: PlannedRun) => Promise<void> {
  return async ({ batches }) => {
    const { estimateModels } = await import("./estimate-models.ts");
    const { confirmCost, personAtTerminal } = await import("@promptnce/providers/choose");
    const person = personAtTerminal(() => import("@clack/prompts"));
    if (await confirmCost(await estimateModels(batches, config), config, person)) return;
    throw new NothingSent("Nothing was sent.");
  };
}

async function runAndWrite(config: Config, storedOnly: boolean): Promise<void> {
  process.once("SIGINT", () => {
    process.stderr.write("\nStopping: no new questions; waiting for the answers under way.\n");
    stopping.abort();
  });
  const { run } = await import("./run.ts");
  const { writeRun } = await import("./write-run.ts");
  const { tableMarkdown } = await import("./table-markdown.ts");
  const { unsentText } = await import("./unsent.ts");
  const result = await run(config, {
    stderr: process.stderr,
    signal: stopping.signal,
    storedOnly,
    ...(!storedOnly && !isSimulated(config) && { beforeAsking: confirmed(config) }),
  });
  const files = await writeRun(config.out, result);
  process.stdout.write(`${result.tables.map(tableMarkdown).join("\n")}\n`);
  for (const { id, reason } of result.left) {
    process.stderr.write(`Left out: ${id}, since ${reason}.\n`);
  }
  for (const settings of result.unsent) {
    process.stderr.write(`Not sent: ${unsentText(settings)}.\n`);
  }
  process.stderr.write(
    `Wrote ${files.length} files to ${config.out}, replies to ${config.store}. Open ${config.out}/report.html.\n`,
  );
}
