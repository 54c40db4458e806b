import { ClassDataError } from "@promptnce/case-study";
import { DatasetError } from "@promptnce/datasets";
import * as shared from "@promptnce/providers/choose";
import { DataError } from "@promptnce/rows";
import { ThresholdError } from "./threshold-error.ts";

/** The exit code of an error that one sentence tells all about; `undefined` of a bug. */
export function exitCodeOf(error: unknown): number | undefined {
  if (error instanceof ThresholdError) return 4;
  return shared.exitCodeOf(error, [ClassDataError, DataError, DatasetError]);
}
