import { BudgetError, JournalError, ProviderError } from "@promptnce/providers";
import { Interrupted, PlaceError, SomeFailed, StoppedEarly, UsageError } from "@promptnce/providers/choose";

/**
 * The exit code of an error that its sentence tells all about: 2 of wrong usage, 3 of a budget that was reached, 4 of a
 * run that is done but for requests that failed, 5 of one that was stopped early or came to nothing, 1 of what else a
 * person can put right, what the file system refuses included.
 * `undefined` of a bug, which is to be thrown.
 *
 * @param own Errors of the program's own that end it with 1.
 */
export function exitCodeOf(
  error: unknown,
  own: readonly (new (...given: never[]) => Error)[],
): 1 | 2 | 3 | 4 | 5 | undefined {
  if (error instanceof UsageError) return 2;
  if (error instanceof BudgetError) return 3;
  if (error instanceof SomeFailed) return 4;
  if (error instanceof StoppedEarly) return 5;
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
