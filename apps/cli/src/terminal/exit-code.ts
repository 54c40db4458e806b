import { ClassDataError } from "@promptnce/case-study";
import { DatasetError } from "@promptnce/datasets";
import { DataError } from "@promptnce/rows";
import { exitCodeOf as sharedCodeOf } from "./terminal.ts";
import { ThresholdError } from "./threshold-error.ts";

/** The exit code of an error that one sentence tells all about; `undefined` of a bug. */
export function exitCodeOf(error: unknown): number | undefined {
  if (error instanceof ThresholdError) return 4;
  return sharedCodeOf(error, [ClassDataError, DataError, DatasetError]);
}
