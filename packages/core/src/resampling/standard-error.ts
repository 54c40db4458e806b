import { squaredDeviations } from "../numerics/moments.ts";
import { withoutNaN } from "../numerics/columns.ts";

/**
 * The standard deviation of the replicates that have a value, with B − 1 in the denominator: the
 * bootstrap standard error (Efron and Tibshirani, 1993, Section 6.2). NaN if fewer than two have
 * one.
 *
 * @example
 * standardError(Float64Array.of(0.1, 0.4, 0.2, 0.3, NaN)); // → 0.129
 */
export function standardError(replicates: Float64Array): number {
  const defined = withoutNaN(replicates);
  return defined.length < 2
    ? Number.NaN
    : Math.sqrt(squaredDeviations(defined) / (defined.length - 1));
}
