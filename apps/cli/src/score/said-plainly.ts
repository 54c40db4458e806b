import { printable } from "./printable.ts";
import { UsageError } from "@promptnce/providers/choose";

/**
 * Runs a command's work. What the user or the world can put right is one sentence on standard error
 * and an exit code: 1 failed, 2 wrong usage, 3 the budget; anything else is a bug and throws.
 */
export async function saidPlainly(work: () => Promise<void>, stopping: AbortSignal): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { BudgetError, JournalError, ProviderError } = await import("@promptnce/providers");
    const { ClassDataError } = await import("@promptnce/case-study");
    const expected = [
      BudgetError,
      ClassDataError,
      JournalError,
      ProviderError,
      RangeError,
      UsageError,
    ];
    process.exitCode = error instanceof UsageError ? 2 : error instanceof BudgetError ? 3 : 1;
    if (stopping.aborted) {
      process.stderr.write("Stopped. Every answer so far is in the store: the same command goes on from there.\n"); // prettier-ignore
    } else if (expected.some((kind) => error instanceof kind) || isFileTrouble(error)) {
      process.stderr.write(`error: ${printable((error as Error).message)}\n`);
    } else throw error;
  }
}

/** No permission, no space, a folder where a file should be: Node's sentence names the path. */
function isFileTrouble(error: unknown): boolean {
  return error instanceof Error && "code" in error && "syscall" in error;
}

/** Aborts at the first Ctrl-C, saying so; the second ends the process as usual. */
export function stopOnInterrupt(): AbortSignal {
  const stopping = new AbortController();
  process.once("SIGINT", () => {
    process.stderr.write("\nStopping: no new questions; waiting for the answers under way.\n");
    stopping.abort();
  });
  return stopping.signal;
}
