import { styleText } from "node:util";
import { DatasetError } from "@promptnce/datasets";
import { JournalError, ProviderError } from "@promptnce/providers";
import { parseArguments } from "./arguments.ts";
import { run } from "./run.ts";
import { tableMarkdown } from "./table-markdown.ts";
import { UsageError } from "./usage-error.ts";
import { writeRun } from "./write-run.ts";

/** Errors that are somebody's mistake or the world's, not ours: a sentence is all there is to say. */
const expected = [DatasetError, JournalError, ProviderError, RangeError, UsageError];

const config = parseArguments(process.argv.slice(2));
const stopping = new AbortController();
process.once("SIGINT", () => {
  process.stderr.write("\nStopping: no new questions; waiting for the answers under way.\n");
  stopping.abort();
});

try {
  const result = await run(config, { stderr: process.stderr, signal: stopping.signal });
  const files = await writeRun(config.out, result);
  process.stdout.write(`${result.tables.map(tableMarkdown).join("\n")}\n`);
  process.stderr.write(
    `Wrote ${files.length} files to ${config.out}, replies to ${config.store}.\n`,
  );
} catch (error) {
  process.exitCode = error instanceof UsageError ? 2 : 1;
  if (stopping.signal.aborted) {
    process.stderr.write(`Stopped. Every answer so far is in ${config.store}: the same command goes on from there.\n`); // prettier-ignore
  } else if (expected.some((kind) => error instanceof kind)) {
    process.stderr.write(`${styleText("red", "bench:")} ${(error as Error).message}\n`);
  } else throw error;
}
