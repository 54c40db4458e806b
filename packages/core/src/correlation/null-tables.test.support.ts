import { type ReplicatedStatistic, replicated } from "../resampling/bootstrap.ts";
import { holm } from "../comparison/holm.ts";
import { pairedP } from "../resampling/paired-difference.ts";
import { resampledSpearman } from "../resampling/resampled-spearman.ts";
import { standings } from "../comparison/standings.ts";
import { normal, random, type Random } from "../sampling/random.ts";

export interface NullTables {
  readonly methods: number;
  readonly pairs: number;
  /** Whether truth and estimates are rounded, to some seven distinct values. */
  readonly ties: boolean;
  readonly tables: number;
  readonly replicates: number;
  /**
   * How many pairs are of one unit, which shares half of each method's errors and is resampled
   * whole; 1 if not given.
   */
  readonly size?: number;
}

/**
 * The shares of simulated tables of equally good methods in which one is put below the highest: by
 * `standings`, by Holm's correction of the highest one's own differences alone, and by `standings`
 * with pairs resampled.
 */
export function nullRates(options: NullTables): { all: number; own: number; byPair: number } {
  const { methods, pairs, ties, tables, replicates, size = 1 } = options;
  const count = { all: 0, own: 0, byPair: 0 };
  const clusters = Array.from({ length: pairs }, (_, pair) => Math.floor(pair / size));
  for (let table = 0; table < tables; table++) {
    const source = random(`null table ${methods} ${pairs} ${ties} ${table}`);
    const shown = (value: number) => (ties ? Math.round(value) : value);
    const truth = Float64Array.from({ length: pairs }, () => normal(source));
    const statistics = Array.from({ length: methods }, () => {
      const errors = errorsOf(clusters, size, source);
      return resampledSpearman(
        truth.map((value, pair) => shown(value + errors[pair]!)),
        truth.map(shown),
      );
    });
    const drawn = { seed: table, replicates };
    const made = replicated(statistics, pairs, size > 1 ? { ...drawn, clusters } : drawn);
    if (isOnePutBelow(made)) count.all++;
    if (size > 1 && isOnePutBelow(replicated(statistics, pairs, drawn))) count.byPair++;
    const values = made.map(({ value }) => value);
    const highest = values.indexOf(Math.max(...values));
    const rivals = made.flatMap((one, i) => (i === highest ? [] : pairedP(made[highest]!, one)));
    if (holm(rivals).some((adjusted) => adjusted < 0.05)) count.own++;
  }
  return {
    all: count.all / tables,
    own: count.own / tables,
    byPair: (size > 1 ? count.byPair : count.all) / tables,
  };
}

/**
 * Standard normal errors of each pair, half of whose variance is its unit's where units have
 * several.
 */
function errorsOf(clusters: readonly number[], size: number, source: Random): number[] {
  if (size === 1) return clusters.map(() => normal(source));
  const ofUnit = clusters.map(() => normal(source));
  return clusters.map((unit) => Math.SQRT1_2 * (ofUnit[unit]! + normal(source)));
}

function isOnePutBelow(made: readonly ReplicatedStatistic[]): boolean {
  const found = standings(
    made.map(({ value }) => value),
    (i, j) => pairedP(made[i]!, made[j]!),
  );
  return found.some((standing) => standing !== "tied");
}
