import type { CorrelationWithPeople, MeanDistance } from "@promptnce/core/scorecard";
import type { Measured } from "@promptnce/report";

/** The cell of a correlation. */
export function rhoCell({ rho, rhoError }: CorrelationWithPeople): Measured {
  return { value: rho, standardError: rhoError };
}

/** The cell of a mean distance. */
export function distanceCell({ mean, standardError }: MeanDistance): Measured {
  return { value: mean, standardError };
}
