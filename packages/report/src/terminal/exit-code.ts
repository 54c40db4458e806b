import { BudgetError, JournalError, ProviderError } from "@promptnce/providers";
import { Interrupted, PlaceError, UsageError } from "@promptnce/providers/choose";

/**
 * The exit code of an error that its sentence tells all about: 2 of wrong usage, 3 of a budget that
 * was reached, 1 of what else a person can put right, what the file system refuses included.
 * `undefined` of a bug, which is to be thrown.
 *
 * @param own Errors of the program's own that end it with 1.
 */
export function exitCodeOf(error: unknown, own: readonly (new (...given: never[]) => Error)[]): 1 | 2 | 3 | undefined {
  if (error instanceof UsageError) return 2;
  if (error instanceof BudgetError) return 3;
  const failures = [Interrupted, JournalError, PlaceError, ProviderError, ...own];
  return failures.some((kind) => error instanceof kind) || isFileTrouble(error) ? 1 : undefined;
}

/** What a write to an open file may meet; Node then knows no path, as of a socket's errors. */
const writeTrouble: readonly unknown[] = ["ENOSPC", "EDQUOT", "EFBIG", "EIO", "EROFS"];

/** No permission, no space, a folder where a file should be: Node's sentence says which. */
function isFileTrouble(error: unknown): boolean {
  if (!(error instanceof Error && "code" in error && "syscall" in error)) return false;
  return "path" in error || writeTrouble.includes(error.code);
}
