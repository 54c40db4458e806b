import { DatasetError } from "@promptnce/datasets";
import { BudgetError, JournalError, ProviderError } from "@promptnce/providers";
import { UsageError } from "@promptnce/providers/choose";
import { DataError } from "./data-error.ts";
import { ThresholdError } from "./threshold-error.ts";

const failures = [DataError, DatasetError, JournalError, ProviderError];

/** The exit code of an error that one sentence tells all about; `undefined` of a bug. */
export function exitCodeOf(error: unknown): number | undefined {
  if (error instanceof UsageError) return 2;
  if (error instanceof BudgetError) return 3;
  if (error instanceof ThresholdError) return 4;
  return failures.some((kind) => error instanceof kind) ? 1 : undefined;
}
