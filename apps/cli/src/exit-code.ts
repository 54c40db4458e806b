import { ClassDataError } from "@promptnce/case-study";
import { DatasetError } from "@promptnce/datasets";
import { BudgetError, JournalError, ProviderError } from "@promptnce/providers";
import { UsageError } from "@promptnce/providers/choose";
import { DataError } from "./data-error.ts";
import { Ended } from "./ended.ts";
import { ThresholdError } from "./threshold-error.ts";

const failures = [ClassDataError, DataError, DatasetError, JournalError, ProviderError, Ended];

/** The exit code of an error that one sentence tells all about; `undefined` of a bug. */
export function exitCodeOf(error: unknown): number | undefined {
  if (error instanceof UsageError) return 2;
  if (error instanceof BudgetError) return 3;
  if (error instanceof ThresholdError) return 4;
  return failures.some((kind) => error instanceof kind) || isFileTrouble(error) ? 1 : undefined;
}

/** No permission, no space, a folder where a file should be: Node's sentence names the path. */
function isFileTrouble(error: unknown): boolean {
  return error instanceof Error && "code" in error && "syscall" in error && "path" in error;
}
