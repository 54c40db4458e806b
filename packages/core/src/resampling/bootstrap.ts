import {
  type ClusterKey,
  type Clusters,
  clustersOf,
  resampler,
  spreadCounts,
  type ResampledStatistic,
} from "../numerics/resampler.ts";
import { random } from "../sampling/random.ts";
import { resampledSpearman } from "./resampled-spearman.ts";
import { standardError } from "./standard-error.ts";

export interface BootstrapOptions {
  /** The same seed and number of items (or clusters) give the same resamples. */
  readonly seed: string | number;
  /** The number of resamples; 10,000 by default. */
  readonly replicates?: number;
  /** One key for each item: items with the same key (a student, an input x) are drawn together. */
  readonly clusters?: ArrayLike<ClusterKey> | Clusters | undefined;
}

/**
 * The replicates of each statistic, all on the same resamples of `items` items: the difference of
 * two statistics' replicates is the bootstrap of their paired difference. A replicate is NaN if the
 * statistic has no value on its resample. All are NaN for fewer than two items or clusters, since
 * resampling these shows nothing.
 * @throws RangeError if `replicates` is not a positive integer, or if there is not one key for each
 * item
 *
 * @example
 * const rho = resampledSpearman([1, 2, 3, 4, 5], [2, 1, 4, 3, 5]);
 * const [replicates] = bootstrap([rho], 5, { replicates: 1000, seed: "1" });
 * standardError(replicates); // → 0.345
 */
export function bootstrap(
  statistics: readonly ResampledStatistic[],
  items: number,
  { seed, replicates = 10_000, clusters: keys }: BootstrapOptions,
): Float64Array[] {
  if (!(Number.isInteger(replicates) && replicates > 0)) {
    throw new RangeError(`bootstrap draws a positive number of replicates, not ${replicates}`);
  }
  const out = statistics.map(() => new Float64Array(replicates).fill(Number.NaN));
  const clusters = clustersOf(items, keys);
  if (statistics.length === 0 || clusters.count < 2) return out;
  const draw = resampler(clusters.count, clusters.count, random(`bootstrap ${seed}`));
  const drawn = new Uint32Array(clusters.count);
  const counts = keys === undefined ? drawn : new Uint32Array(items);
  for (let b = 0; b < replicates; b++) {
    draw(drawn);
    if (counts !== drawn) spreadCounts(clusters, drawn, counts);
    resamples++;
    for (let s = 0; s < statistics.length; s++) {
      out[s]![b] = statistics[s]!(counts, resamples);
    }
  }
  return out;
}

/** The number of resamples drawn so far, which gives each a unique number. */
let resamples = 0;

/** A statistic of the data and its replicates. */
export interface ReplicatedStatistic {
  readonly value: number;
  readonly replicates: Float64Array;
  /** The number of items, or of clusters, that each resample drew. */
  readonly items?: number;
}

/**
 * Each statistic of the data, with its replicates by {@link bootstrap}.
 *
 * @example
 * const share = resampledMean([1, 0, 1, 1]);
 * const [{ value, replicates }] = replicated([share], 4, { replicates: 1000, seed: "1" });
 * [value, standardError(replicates)]; // → [0.75, 0.216]
 */
export function replicated(
  statistics: readonly ResampledStatistic[],
  items: number,
  options: BootstrapOptions,
): ReplicatedStatistic[] {
  const once = new Uint32Array(items).fill(1);
  const all = bootstrap(statistics, items, options);
  const drawn = clustersOf(items, options.clusters).count;
  return statistics.map((statistic, i) => {
    return { value: statistic(once), replicates: all[i]!, items: drawn };
  });
}

/**
 * The bootstrap standard error of Spearman's ρ over pairs (the ± of the paper's tables). Resamples
 * without variance have no ρ and are left out. NaN for fewer than three pairs, since any two
 * correlate perfectly.
 * @throws RangeError on NaN, on unequal lengths and where `replicates` is not a positive integer
 * @example
 * bootstrapSpearmanStandardError([1, 2, 3, 4, 5], [2, 1, 4, 3, 5], { seed: "1" }); // → 0.352
 */
export function bootstrapSpearmanStandardError(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  options: BootstrapOptions,
): number {
  const statistic = resampledSpearman(x, y);
  const [replicates] = bootstrap([statistic], x.length, options);
  return x.length < 3 ? Number.NaN : standardError(replicates!);
}
