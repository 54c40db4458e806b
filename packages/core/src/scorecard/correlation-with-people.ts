import type { ReplicatedStatistic } from "../resampling/bootstrap.ts";
import type { Interval } from "../resampling/percentile-interval.ts";
import { standardError } from "../resampling/standard-error.ts";
import { unitInterval } from "../resampling/unit-interval.ts";

/** A correlation of estimates with people's numbers. */
export interface CorrelationWithPeople {
  readonly rho: number;
  /**
   * Its bootstrap standard error; 0 if all resamples have the same ρ, and NaN if there are too few
   * pairs or units for one.
   */
  readonly rhoError: number;
  /** The 95 % interval by Student's t of the units; NaN at both ends where the error is. */
  readonly interval: Interval;
}

/** The correlation of fewer than three pairs, or of pairs with a missing number: unknown. */
export const noCorrelation: CorrelationWithPeople = {
  rho: Number.NaN,
  rhoError: Number.NaN,
  interval: { low: Number.NaN, high: Number.NaN },
};

/**
 * A correlation with its error and interval from replicates that resample `units` units.
 *
 * @param inflation Factor for the standard error and for both arms of the interval, at least 1.
 */
export function correlationWithPeople(
  { value: rho, replicates }: ReplicatedStatistic,
  units: number,
  inflation = 1,
): CorrelationWithPeople {
  const { low, high } = unitInterval(replicates, units);
  const widened = (end: number): number => rho + inflation * (end - rho);
  return {
    rho,
    rhoError: units >= 2 ? inflation * standardError(replicates) : Number.NaN,
    interval: inflation === 1 ? { low, high } : { low: widened(low), high: widened(high) },
  };
}
