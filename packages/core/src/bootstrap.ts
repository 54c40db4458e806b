import { drawCounts } from "./draw-counts.ts";
import { random } from "./random.ts";
import { resampledSpearman } from "./resampled-spearman.ts";
import type { ResampledStatistic } from "./resampled-statistic.ts";

export interface BootstrapOptions {
  /** The same seed and number of items give the same resamples. */
  readonly seed: string | number;
  /** How many resamples are drawn; 10,000 by default. */
  readonly replicates?: number;
}

/**
 * The replicates of each statistic, all on the same resamples of `items` items: the difference of
 * two statistics' replicates is the bootstrap of their paired difference. A replicate is NaN where
 * its resample has no answer.
 * @throws RangeError where `replicates` is not a positive integer
 */
export function bootstrap(
  statistics: readonly ResampledStatistic[],
  items: number,
  options: BootstrapOptions,
): Float64Array[] {
  const replicates = options.replicates ?? 10_000;
  if (!(Number.isInteger(replicates) && replicates > 0)) {
    throw new RangeError(`bootstrap draws a positive number of replicates, not ${replicates}`);
  }
  const source = random(`bootstrap ${options.seed}`);
  const counts = new Uint32Array(items);
  const out = statistics.map(() => new Float64Array(replicates));
  for (let b = 0; b < replicates; b++) {
    drawCounts(counts, source);
    for (let s = 0; s < statistics.length; s++) out[s]![b] = statistics[s]!(counts);
  }
  return out;
}

/**
 * The bootstrap standard error of Spearman's ρ over pairs (the ± of the paper's tables). Resamples
 * without variance have no ρ and are left out. NaN for fewer than three pairs, where resampling
 * says nothing.
 * @throws RangeError on NaN, on unequal lengths and where `replicates` is not a positive integer
 */
export function bootstrapSpearmanStandardError(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  options: BootstrapOptions,
): number {
  const statistic = resampledSpearman(x, y);
  if (x.length < 3) return Number.NaN;
  const [replicates] = bootstrap([statistic], x.length, options);
  return standardError(replicates!);
}

/**
 * The standard deviation of the replicates that have a value, with B − 1 in the denominator. NaN
 * where fewer than two have.
 */
export function standardError(replicates: Float64Array): number {
  const defined = replicates.filter((value) => !Number.isNaN(value));
  const mean = defined.reduce((sum, value) => sum + value, 0) / defined.length;
  const squares = defined.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return defined.length < 2 ? Number.NaN : Math.sqrt(squares / (defined.length - 1));
}
