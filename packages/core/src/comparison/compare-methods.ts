import { bcaInterval } from "../resampling/bca-interval.ts";
import { type BootstrapOptions, replicated } from "../resampling/bootstrap.ts";
import { holm } from "./holm.ts";
import { jackknife } from "../resampling/jackknife.ts";
import { pairedDifference, type PairedDifference } from "../resampling/paired-difference.ts";
import type { Interval } from "../resampling/percentile-interval.ts";
import { resampledSpearman } from "../resampling/resampled-spearman.ts";
import { standardError } from "../resampling/standard-error.ts";

/** One method's estimates of the same quantity on the same pairs as the others'. */
export interface MethodEstimates {
  readonly name: string;
  readonly estimates: ArrayLike<number>;
}

/** Spearman's ρ of one method with the truth; the interval is BCa. */
export interface MethodScore extends Interval {
  readonly name: string;
  readonly rho: number;
  readonly standardError: number;
  /** Resamples on which ρ had no value; they are left out. */
  readonly undefinedReplicates: number;
}

/** ρ of the first method less ρ of the second. */
export interface MethodDifference extends PairedDifference {
  readonly first: string;
  readonly second: string;
  /** p adjusted by Holm's method over all differences of the comparison. */
  readonly adjustedP: number;
}

export interface MethodComparison {
  /** In the order of the methods. */
  readonly scores: readonly MethodScore[];
  /** Each method with each later one. */
  readonly differences: readonly MethodDifference[];
}

/**
 * The statistics for a table of methods: each method's ρ with standard error and interval, and the
 * differences of all pairs of methods with p-values, all on the same resamples. For fewer than
 * three pairs, and for fewer than two clusters, every error, interval and p is NaN.
 * @throws RangeError on NaN (see `completeRows`) and on unequal lengths
 */
export function compareMethods(
  truth: ArrayLike<number>,
  methods: readonly MethodEstimates[],
  options: BootstrapOptions & { readonly level?: number },
): MethodComparison {
  const { level = 0.95 } = options;
  const statistics = methods.map(({ estimates }) => resampledSpearman(estimates, truth));
  const made = replicated(statistics, truth.length, options);
  if (truth.length < 3)
    for (const { replicates } of made) {
      replicates.fill(Number.NaN);
    }
  const scores = methods.map(({ name }, m): MethodScore => {
    const { value, replicates } = made[m]!;
    const left = jackknife(statistics[m]!, truth.length, options.clusters);
    return {
      name,
      rho: value,
      standardError: standardError(replicates),
      ...bcaInterval(replicates, { value, jackknife: left, level }),
      undefinedReplicates: replicates.filter(Number.isNaN).length,
    };
  });
  const differences = methods.flatMap(({ name: first }, i) =>
    methods.slice(i + 1).map(({ name: second }, k) => ({
      first,
      second,
      ...pairedDifference(made[i]!, made[i + 1 + k]!, level),
    })),
  );
  const adjusted = holm(differences.map(({ p }) => p));
  return { scores, differences: differences.map((d, i) => ({ ...d, adjustedP: adjusted[i]! })) };
}
