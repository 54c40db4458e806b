import type { Clusters } from "../numerics/resampler.ts";

/**
 * How much each cluster moves a mean, or the slope of a least-squares line on x: the value with the
 * cluster minus the value without it, times √((G − 1) / G), where G is the number of clusters with
 * rows. The sum of squares is then the jackknife's variance (Hansen, 2025; MacKinnon, Nielsen and
 * Webb, 2023, CV₃). The deviation is 0 for a cluster without rows, and not finite if there is no
 * value without the cluster.
 * @param at the rows to use, as places in `clusters.of`
 */
export function clusterDeviations(
  { of, count }: Clusters,
  at: readonly number[],
  { y, x, weight = () => 1 }: RowValues,
): Float64Array {
  const sums = Array.from({ length: count }, () => ({ n: 0, x: 0, y: 0, xx: 0, xy: 0 }));
  const all = { n: 0, x: 0, y: 0, xx: 0, xy: 0 };
  const [centreX, centreY] = [x === undefined ? 0 : meanAt(x, at), meanAt(y, at)];
  for (const row of at) {
    const [fromX, fromY] = [x === undefined ? 0 : x(row) - centreX, y(row) - centreY];
    const rowWeight = weight(row);
    for (const sum of [sums[of[row]!]!, all]) {
      sum.n += rowWeight;
      sum.x += rowWeight * fromX;
      sum.y += rowWeight * fromY;
      sum.xx += rowWeight * fromX * fromX;
      sum.xy += rowWeight * fromX * fromY;
    }
  }
  const filled = sums.reduce((total, { n }) => total + Number(n > 0), 0);
  const valueWithout = (cluster: Sums): number => {
    const rest = subtracted(all, cluster);
    return x === undefined
      ? rest.y / rest.n
      : (rest.xy - (rest.x * rest.y) / rest.n) / (rest.xx - (rest.x * rest.x) / rest.n);
  };
  const value = valueWithout({ n: 0, x: 0, y: 0, xx: 0, xy: 0 });
  const scale = Math.sqrt((filled - 1) / filled);
  return Float64Array.from(sums, (cluster) =>
    cluster.n === 0 ? 0 : scale * (value - valueWithout(cluster)),
  );
}

/** The numbers of a row. */
export interface RowValues {
  readonly y: (row: number) => number;
  /** The x of a line; the value is then its slope. */
  readonly x?: ((row: number) => number) | undefined;
  /** The weight of the row, above 0; 1 by default. */
  readonly weight?: ((row: number) => number) | undefined;
}

/** Weighted sums over one cluster or all, of deviations from the overall means. */
type Sums = Record<"n" | "x" | "y" | "xx" | "xy", number>;

const subtracted = (all: Sums, part: Sums): Sums => ({
  n: all.n - part.n,
  x: all.x - part.x,
  y: all.y - part.y,
  xx: all.xx - part.xx,
  xy: all.xy - part.xy,
});

const meanAt = (column: (row: number) => number, at: readonly number[]): number =>
  at.reduce((sum, row) => sum + column(row), 0) / at.length;
