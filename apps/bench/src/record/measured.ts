import type { MeanDistance } from "@promptnce/core/scorecard";
import type { Measurement } from "@promptnce/report";

/** The cell of a mean distance. */
export function distanceCell({ mean, standardError }: MeanDistance): Measurement {
  return { value: mean, standardError };
}
