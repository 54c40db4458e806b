import { completeRows } from "../correlation/complete-rows.ts";
import { canonicalNumber } from "../information/canonical-number.ts";
import { spearman } from "../correlation/correlation.ts";
import { mean, squaredDeviations } from "../numerics/moments.ts";
import { quantileOfSorted } from "../numerics/quantile.ts";

/** The variation between repeated runs of the same questions (the paper's stability table). */
export interface Stability {
  /** Coefficient of variation of each pair across runs: standard deviation over mean. */
  readonly variation: {
    readonly median: number;
    readonly mean: number;
    readonly quartiles: readonly [number, number];
    /** Pairs whose mean is zero, which have no coefficient and are left out. */
    readonly undefinedPairs: number;
  };
  /** Spearman's ρ of every two runs. */
  readonly agreement: Spread;
  /** Spearman's ρ of each run with the truth. */
  readonly truth: Spread;
  /** Spearman's ρ of the estimates averaged over runs with the truth. */
  readonly averaged: number;
  readonly n: number;
  /** Pairs left out because some run has no estimate of them; `n` are used. */
  readonly dropped: number;
}

/** NaN where no ρ has a value. */
export interface Spread {
  readonly mean: number;
  readonly least: number;
  readonly most: number;
}

/**
 * Stability of repeated runs. The standard deviation has (runs − 1) in its denominator, so a single
 * run has no coefficient of variation and no agreement: NaN. A ρ without a value, of a constant
 * run, is left out of the means.
 * @param runs one column of estimates a run, `undefined` or NaN where there is none
 * @param truth of the same pairs
 * @throws RangeError on unequal lengths
 * @example
 * const first = [1, 2, 3, 4];
 * stability([first, [1, 3, 2, 4]], first).agreement.mean; // → 0.8
 */
export function stability(
  runs: readonly ArrayLike<number | undefined>[],
  truth: ArrayLike<number>,
): Stability {
  const { columns, kept, dropped } = completeRows([truth, ...runs]);
  const [actual, ...estimates] = columns as [Float64Array, ...Float64Array[]];
  const byPair = Array.from(kept, (_, pair) => estimates.map((run) => run[pair]!));
  // In ascending order, so that the same numbers have the same mean in whatever order the runs gave
  // them.
  const averages = byPair.map((values) => canonicalNumber(mean(values.toSorted((a, b) => a - b))));
  const agreements = estimates.flatMap((run, i) =>
    estimates.slice(i + 1).map((other) => spearman(run, other)),
  );
  return {
    variation: variation(byPair),
    agreement: spread(agreements),
    truth: spread(estimates.map((run) => spearman(run, actual))),
    averaged: spearman(averages, actual),
    n: kept.length,
    dropped,
  };
}

function variation(byPair: readonly number[][]): Stability["variation"] {
  const defined = byPair.filter((values) => mean(values) !== 0);
  const deviation = (values: readonly number[]): number =>
    Math.sqrt(squaredDeviations(values) / (values.length - 1));
  const coefficients = Float64Array.from(
    defined,
    (values) => deviation(values) / mean(values),
  ).sort();
  return {
    median: quantileOfSorted(coefficients, 0.5),
    mean: mean(coefficients),
    quartiles: [quantileOfSorted(coefficients, 0.25), quantileOfSorted(coefficients, 0.75)],
    undefinedPairs: byPair.length - defined.length,
  };
}

function spread(rhos: readonly number[]): Spread {
  const defined = rhos.filter((rho) => !Number.isNaN(rho));
  if (defined.length === 0) return { mean: Number.NaN, least: Number.NaN, most: Number.NaN };
  return { mean: mean(defined), least: Math.min(...defined), most: Math.max(...defined) };
}
