import { replicated } from "./bootstrap.ts";
import { holm } from "./holm.ts";
import { pairedP } from "./paired-difference.ts";
import { resampledSpearman } from "./resampled-spearman.ts";
import { standings } from "./standings.ts";
import { normal, random } from "../sampling/random.ts";

export interface NullTables {
  readonly methods: number;
  readonly pairs: number;
  /** Whether truth and estimates are rounded, to some seven distinct values. */
  readonly ties: boolean;
  readonly tables: number;
  /** Enough for the smallest p to survive the correction: 2 / (B + 1) times the number of pairs of methods. */
  readonly replicates: number;
}

/**
 * The shares of simulated tables of equally good methods in which one is put below the highest: by `standings`, and by
 * Holm's correction of the highest one's own differences alone.
 */
export function nullRates({ methods, pairs, ties, tables, replicates }: NullTables): { all: number; own: number } {
  const count = { all: 0, own: 0 };
  for (let table = 0; table < tables; table++) {
    const source = random(`null table ${methods} ${pairs} ${ties} ${table}`);
    const shown = (value: number) => (ties ? Math.round(value) : value);
    const truth = Float64Array.from({ length: pairs }, () => normal(source));
    const statistics = Array.from({ length: methods }, () =>
      resampledSpearman(
        truth.map((value) => shown(value + normal(source))),
        truth.map(shown),
      ),
    );
    const made = replicated(statistics, pairs, { seed: table, replicates });
    const values = made.map(({ value }) => value);
    const p = (i: number, j: number) => pairedP(made[i]!.replicates, made[j]!.replicates);
    if (standings(values, p).some((standing) => standing !== "tied")) count.all++;
    const highest = values.indexOf(Math.max(...values));
    const rivals = values.flatMap((_, i) => (i === highest ? [] : p(highest, i)));
    if (holm(rivals).some((adjusted) => adjusted < 0.05)) count.own++;
  }
  return { all: count.all / tables, own: count.own / tables };
}
