import type { CorrelationWithPeople, MeanDistance } from "@promptnce/core/scorecard";
import type { Measurement } from "@promptnce/report";

/** The cell of a correlation. */
export function rhoCell({ rho, rhoError }: CorrelationWithPeople): Measurement {
  return { value: rho, standardError: rhoError };
}

/** The cell of a mean distance. */
export function distanceCell({ mean, standardError }: MeanDistance): Measurement {
  return { value: mean, standardError };
}
